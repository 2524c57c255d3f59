#pragma once
#include <microhttpd.h>
#include <stddef.h>
#include <sys/epoll.h>  // which Swift's Glibc module leaves out

// Swift cannot call variadic C functions; these fix the arguments that the server uses.

static inline struct MHD_Daemon *mhd_start_on_socket(
    int listening_socket, unsigned int connection_limit, unsigned int idle_timeout_seconds, size_t head_limit,
    MHD_AccessHandlerCallback handler, void *handler_context,
    MHD_RequestCompletedCallback completed, void *completed_context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL,
      handler, handler_context,
      MHD_OPTION_LISTEN_SOCKET, listening_socket,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_timeout_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, head_limit,
      MHD_OPTION_NOTIFY_COMPLETED, completed, completed_context,
      MHD_OPTION_END);
}

/// The connection's socket, or -1.
static inline int mhd_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}
