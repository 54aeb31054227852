// Streams a file into a batch and reads the answers at the same time: over HTTP, or through the pipes of a command.
// The same loop drives both, so that they can be compared.
//
// Run: stream http PORT PATH FILE REPEAT
//      stream pipe FILE REPEAT COMMAND…
// The file is sent REPEAT times, as one body. Prints `name value` lines: the bytes and lines of the answers, and the seconds
// from the first byte sent (from the start of the command) to the end of the answers. The exit status is 1 if the response is
// not a complete 200, or if the command fails.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { block_size = 1 << 18, head_capacity = 16384 };

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "stream: %s%s%s\n", what, errno ? ": " : "", errno ? strerror(errno) : "");
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// The bytes to send.
static const char *input;
static size_t input_size, place;
static long repeats;

static void open_input(const char *path, const char *repeat) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0) fail(path);
    input_size = (size_t)status.st_size;
    input = mmap(NULL, input_size, PROT_READ, MAP_SHARED | MAP_POPULATE, file, 0);
    if (input == MAP_FAILED) fail("mmap");
    repeats = atol(repeat);
}

// Writes as many bytes as the descriptor accepts. Returns whether bytes remain.
static bool write_some(int descriptor) {
    while (repeats > 0) {
        size_t size = input_size - place < block_size ? input_size - place : block_size;
        ssize_t written = write(descriptor, input + place, size);
        if (written < 0) {
            if (errno == EAGAIN) return true;
            fail("write");
        }
        place += (size_t)written;
        if (place == input_size) {
            place = 0;
            repeats -= 1;
        }
    }
    return false;
}

// The received bytes.
static uint64_t bytes, lines;

static void count(const char *block, size_t size) {
    uint64_t found = 0;
    for (size_t index = 0; index < size; index++) found += block[index] == '\n';
    bytes += size;
    lines += found;
}

// The HTTP response, in chunks or with a Content-Length.
static struct {
    enum { in_head, in_body, in_size, in_chunk, after_chunk, in_trailer, ended } state;
    bool chunked;
    uint64_t left;
    char text[head_capacity + 1];  // the head, or a line between chunks
    size_t text_size;
} response;

static void end_head(void) {
    errno = 0;
    if (strncmp(response.text, "HTTP/1.1 200", 12) != 0) {
        fprintf(stderr, "%.1000s\n", response.text);
        fail("the response is not 200");
    }
    char *length = strcasestr(response.text, "\r\ncontent-length:");
    response.chunked = strcasestr(response.text, "\r\ntransfer-encoding: chunked") != NULL;
    if (!response.chunked && !length) fail("the response has neither chunks nor a length");
    response.left = response.chunked ? 0 : strtoull(length + 17, NULL, 10);
    response.state = response.chunked ? in_size : response.left ? in_body : ended;
}

// Processes one byte of the head, or of a line between chunks.
static void take_byte(char byte) {
    errno = 0;
    if (response.text_size == head_capacity) fail("a head or a line is too long");
    response.text[response.text_size++] = byte;
    response.text[response.text_size] = 0;
    if (byte != '\n') return;
    if (response.state == in_head) {
        if (response.text_size < 4 || memcmp(response.text + response.text_size - 4, "\r\n\r\n", 4) != 0) return;
        end_head();
    } else if (response.state == in_size) {
        response.left = strtoull(response.text, NULL, 16);
        response.state = response.left ? in_chunk : in_trailer;
    } else if (response.state == after_chunk) {
        response.state = in_size;
    } else if (response.text_size <= 2) {  // the empty line after the trailer
        response.state = ended;
    }
    response.text_size = 0;
}

static void take(const char *block, size_t size) {
    for (size_t index = 0; index < size;) {
        errno = 0;
        if (response.state == ended) fail("something follows the response");
        if (response.state != in_body && response.state != in_chunk) {
            take_byte(block[index++]);
            continue;
        }
        size_t some = size - index < response.left ? size - index : response.left;
        count(block + index, some);
        index += some;
        response.left -= some;
        if (response.left == 0) response.state = response.state == in_body ? ended : after_chunk;
    }
}

// Writes and reads until the answers end. `in` and `out` are the same for a socket.
static void transfer(int in, int out, bool is_http) {
    char *block = malloc(block_size);
    bool writing = true;
    fcntl(in, F_SETFL, O_NONBLOCK);
    fcntl(out, F_SETFL, O_NONBLOCK);
    while (true) {
        struct pollfd ready[] = {{.fd = out, .events = POLLIN}, {.fd = writing ? in : -1, .events = POLLOUT}};
        if (poll(ready, 2, -1) < 0) fail("poll");
        if (ready[1].revents && !write_some(in)) {
            writing = false;
            if (!is_http) close(in);
        }
        if (!ready[0].revents) continue;
        ssize_t size = read(out, block, block_size);
        if (size < 0 && errno == EAGAIN) continue;
        if (size < 0) fail("read");
        if (size == 0) {
            errno = 0;
            if (is_http) fail("the connection was closed early");
            break;
        }
        if (is_http) {
            take(block, (size_t)size);
            if (response.state == ended) break;
        } else {
            count(block, (size_t)size);
        }
    }
    errno = 0;
    if (writing) fail("the answers ended before the requests");
}

static double run_http(const char *port, const char *path) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
    double start = now();
    dprintf(
        descriptor,
        "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Type: application/x-ndjson\r\nContent-Length: %zu\r\n\r\n",
        path, port, input_size * (size_t)repeats);
    transfer(descriptor, descriptor, true);
    return now() - start;
}

static double run_pipe(char **command) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0) fail("pipe");
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        execvp(command[0], command);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    transfer(in[1], out[0], false);
    double seconds = now() - start;
    int status;
    struct rusage usage;
    wait4(child, &status, 0, &usage);
    errno = 0;
    if (status != 0) fail("the command failed");
    printf("memory %ld\n", usage.ru_maxrss);
    return seconds;
}

int main(int argument_count, char **arguments) {
    bool is_http = argument_count == 6 && strcmp(arguments[1], "http") == 0;
    bool is_pipe = argument_count >= 5 && strcmp(arguments[1], "pipe") == 0;
    if (!is_http && !is_pipe) fail("run: stream http PORT PATH FILE REPEAT, or stream pipe FILE REPEAT COMMAND…");
    signal(SIGPIPE, SIG_IGN);
    char **input_arguments = arguments + (is_http ? 4 : 2);
    open_input(input_arguments[0], input_arguments[1]);
    double seconds = is_http ? run_http(arguments[2], arguments[3]) : run_pipe(arguments + 4);
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    printf("bytes %llu\nlines %llu\nseconds %.6f\n", (unsigned long long)bytes, (unsigned long long)lines, seconds);
    printf(
        "client_seconds %.6f\n", (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec) +
            (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec) / 1e6);
    return 0;
}
