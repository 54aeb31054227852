# Runs the stages of `.ci/run`, each a make target with its variables, and prints a table of their results.
#
#   build make …  alone; the run ends if it fails
#   alone make …  alone: checks whose result depends on the time that something takes
#   pair make …   two at a time: all others
#   join         waits for the stages that run; the run ends if one has failed
#   finish       waits, prints the table, and exits with 1 unless every stage has passed
#
# The output of a stage is printed when it ends, and kept in .build/ci.
set -eu
mkdir -p .build/ci
rm -f .build/ci/*
echo "result  total  compiling (s)" >.build/ci/table
stages=0
: "${STAGE_SECONDS:=2400}"

# Background stages ignore an interrupt from the keyboard, so it ends the whole process group.
trap 'trap - TERM; kill 0' INT TERM

# Runs a stage, and adds its row to the table: the result, the seconds, and how many of them the package manager compiled.
run_stage() {
	local file=".build/ci/$2.log" start=$SECONDS result=passed seconds compiling
	timeout --kill-after=60 $STAGE_SECONDS "$@" >"$file" 2>&1 </dev/null || result=FAILED
	seconds=$((SECONDS - start))
	compiling=$({ grep -o 'complete! ([0-9.]*' "$file" || true; } | awk -F'(' '{ sum += $2 } END { printf "%d", sum }')
	{
		flock 9
		echo "=== $*"
		cat "$file"
		echo "=== $*: $result in $seconds s"
		[ $result = passed ] || echo "=== repeat it alone with: $*"
		printf '%-7s %5d %5d  %s\n' $result "$seconds" "$compiling" "$*" >>.build/ci/table
	} 9>.build/ci/lock
}

alone() {
	wait
	stages=$((stages + 1))
	run_stage "$@"
}

build() {
	alone "$@"
	join
}

pair() {
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || true; done
	stages=$((stages + 1))
	run_stage "$@" &
}

join() {
	wait
	[ "$(grep -c ^passed .build/ci/table)" -eq $stages ] || finish
}

finish() {
	wait
	local passed
	passed=$(grep -c ^passed .build/ci/table || true)
	echo
	cat .build/ci/table
	printf '%13d s in all, %d of %d stages passed\n' $SECONDS "$passed" $stages
	[ "$passed" -eq $stages ] || exit 1
	exit 0
}
