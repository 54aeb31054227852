// Sends one HTTP/1.1 request again and again at a fixed rate, and prints the percentiles of the latency.
//
// Request k is due at start + k / rate, whether or not earlier ones have been answered. If no connection is free when it is
// due, it waits for one. The latency counts from the time at which the request was due, so a server that stalls cannot hide
// the requests that it delays.
//
// Run: open_loop PORT CONNECTIONS RATE SECONDS REQUEST
// REQUEST is a file with the bytes of the request. The first second of the schedule is sent, but not recorded. Prints
// `name value` lines, times in microseconds. The exit status is 1 if a response is not a 200 with a Content-Length.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { head_capacity = 16384, block_size = 1 << 16, warm_up_seconds = 1, patience_seconds = 10 };
static const int64_t second = 1000000000;

// Counts of values in nanoseconds: exact below 256, and within 1/128 above.
typedef struct {
    uint64_t counts[64 * 128], total;
    int64_t maximum;
} histogram;

static void histogram_record(histogram *h, int64_t value) {
    if (value < 0) value = 0;
    int shift = value < 256 ? 0 : 63 - __builtin_clzll((uint64_t)value) - 7;
    h->counts[shift * 128 + (value >> shift)] += 1;
    h->total += 1;
    if (value > h->maximum) h->maximum = value;
}

// The least upper end of a bucket that at least `fraction` of the values do not exceed, in microseconds.
static double histogram_percentile(const histogram *h, double fraction) {
    uint64_t wanted = (uint64_t)(fraction * (double)h->total + 0.5), seen = 0;
    for (int64_t index = 0; index < 64 * 128; index++) {
        seen += h->counts[index];
        if (h->counts[index] == 0 || seen < wanted) continue;
        int64_t shift = index < 256 ? 0 : index / 128 - 1;
        int64_t end = ((index - shift * 128 + 1) << shift) - 1;
        return (double)(end < h->maximum ? end : h->maximum) / 1e3;
    }
    return 0;
}

typedef struct {
    int descriptor;
    int64_t due;       // when the current request was due
    size_t head_size;  // the bytes of the response's head read so far
    size_t body_left;  // the bytes of its body not yet read
    bool in_body;
    char head[head_capacity + 1];
} connection;

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "open_loop: %s%s%s\n", what, errno ? ": " : "", errno ? strerror(errno) : "");
    exit(1);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * second + time.tv_nsec;
}

static int connect_to(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    return descriptor;
}

// Reads the status and the length from the head, whose end has been found.
static void parse_head(connection *c) {
    errno = 0;
    c->head[c->head_size] = 0;
    if (strncmp(c->head, "HTTP/1.1 200", 12) != 0) {
        fprintf(stderr, "%.300s\n", c->head);
        fail("a response is not 200");
    }
    char *length = strcasestr(c->head, "\r\ncontent-length:");
    if (!length) fail("a response has no Content-Length");
    c->body_left = strtoull(length + 17, NULL, 10);
    c->in_body = true;
}

// Processes received bytes of a response. Returns whether it is complete.
static bool receive(connection *c, const char *bytes, size_t count) {
    if (!c->in_body) {
        size_t old = c->head_size;
        size_t copied = count < head_capacity - old ? count : head_capacity - old;
        memcpy(c->head + old, bytes, copied);
        size_t from = old < 3 ? 0 : old - 3;
        char *end = memmem(c->head + from, old + copied - from, "\r\n\r\n", 4);
        c->head_size = old + copied;
        if (!end) {
            errno = 0;
            if (c->head_size == head_capacity) fail("the head of a response is too long");
            return false;
        }
        size_t head_end = (size_t)(end - c->head) + 4;
        c->head_size = head_end;
        parse_head(c);
        count -= head_end - old;
    }
    errno = 0;
    if (count > c->body_left) fail("a response is longer than its Content-Length");
    c->body_left -= count;
    if (c->body_left > 0) return false;
    c->in_body = false;
    c->head_size = 0;
    return true;
}

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(block_size);
    if (!file || !bytes) fail(path);
    *size = fread(bytes, 1, block_size, file);
    fclose(file);
    return bytes;
}

int main(int count, char **arguments) {
    if (count != 6) fail("run: open_loop PORT CONNECTIONS RATE SECONDS REQUEST");
    int port = atoi(arguments[1]), connections = atoi(arguments[2]);
    double rate = atof(arguments[3]);
    int64_t warm_up = (int64_t)rate * warm_up_seconds;
    int64_t total = warm_up + (int64_t)(rate * atof(arguments[4]));
    size_t request_size;
    char *request = read_file(arguments[5], &request_size), *block = malloc(block_size);

    prctl(PR_SET_TIMERSLACK, 1UL);
    int poll = epoll_create1(0);
    connection *all = calloc((size_t)connections, sizeof *all);
    connection **idle = calloc((size_t)connections, sizeof *idle);
    struct epoll_event *events = calloc((size_t)connections, sizeof *events);
    static histogram latencies, delays;
    if (!block || poll < 0 || !all || !idle || !events) fail("set-up");
    for (int index = 0; index < connections; index++) {
        connection *c = idle[index] = &all[index];
        c->descriptor = connect_to(port);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
        if (epoll_ctl(poll, EPOLL_CTL_ADD, c->descriptor, &event) < 0) fail("epoll_ctl");
    }

    int idle_count = connections;
    int64_t due_count = 0, sent = 0, answered = 0, start = now() + second / 100;
#define DUE(k) (start + (int64_t)((double)(k) * 1e9 / rate))
    while (answered < total) {
        int64_t time = now();
        for (; due_count < total && DUE(due_count) <= time; due_count++)
            if (due_count >= warm_up) histogram_record(&delays, time - DUE(due_count));
        for (; sent < due_count && idle_count > 0; sent++) {
            connection *c = idle[--idle_count];
            c->due = DUE(sent);
            errno = 0;
            if (send(c->descriptor, request, request_size, MSG_NOSIGNAL) != (ssize_t)request_size) fail("send");
        }
        errno = 0;
        if (due_count == total && time > DUE(total) + patience_seconds * second) fail("requests were not answered");

        int64_t pause = due_count < total ? DUE(due_count) - now() : second;
        if (pause < 0) pause = 0;
        struct timespec timeout = {.tv_sec = pause / second, .tv_nsec = pause % second};
        int ready = epoll_pwait2(poll, events, connections, &timeout, NULL);
        if (ready < 0 && errno != EINTR) fail("epoll_pwait2");
        for (int index = 0; index < ready; index++) {
            connection *c = events[index].data.ptr;
            ssize_t size = recv(c->descriptor, block, block_size, 0);
            if (size < 0 && errno == EAGAIN) continue;
            if (size <= 0) fail("a connection was closed");
            if (!receive(c, block, (size_t)size)) continue;
            if (answered++ >= warm_up) histogram_record(&latencies, now() - c->due);
            idle[idle_count++] = c;
        }
    }

    printf("requests %lld\n", (long long)total);
    printf("p50 %.1f\n", histogram_percentile(&latencies, 0.5));
    printf("p90 %.1f\n", histogram_percentile(&latencies, 0.9));
    printf("p99 %.1f\n", histogram_percentile(&latencies, 0.99));
    printf("p99.9 %.1f\n", histogram_percentile(&latencies, 0.999));
    printf("maximum %.1f\n", (double)latencies.maximum / 1e3);
    // The delay with which the generator noticed that a request was due. If it is not small, another process used the
    // core.
    printf("generator_p99 %.1f\n", histogram_percentile(&delays, 0.99));
    return 0;
}
