#pragma once
#include <libpq-fe.h>
// What waiting for many sockets takes; Swift's Glibc module leaves it out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
