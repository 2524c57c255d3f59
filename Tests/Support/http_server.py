"""A misbehaving HTTP/1.1 server and forward proxy for the tests of CurlTransport. Standard library only.

    http_server.py [--certificate CERT --key KEY]

Prints `PORT n` and serves on loopback until its standard input ends, so that it never outlives the test that started it.
The path says what to do; see `Connection.routes`. Nothing is timed: to "stall" is to wait until the client goes away.
"""

import json
import socket
import ssl
import struct
import sys
import threading
import urllib.parse


class Connection(threading.Thread):
    count = 0
    lock = threading.Lock()

    def __init__(self, sock, context):
        super().__init__(daemon=True)
        self.sock = sock
        self.context = context
        self.requests = 0
        with Connection.lock:
            Connection.count += 1
            self.number = Connection.count

    def run(self):
        try:
            if self.context:
                self.sock = self.context.wrap_socket(self.sock, server_side=True)
            self.file = self.sock.makefile("rb")
            while self.serve_one():
                pass
        except OSError:
            pass
        finally:
            self.sock.close()

    # Reading

    def serve_one(self):
        if self.file.peek(1)[:1] == b"\x16":  # A TLS handshake may hold no line end to wait for.
            return False
        line = self.file.readline().decode("latin-1").split()
        if len(line) != 3:
            return False
        self.method, self.target, _ = line
        self.headers = []
        while (header := self.file.readline()) not in (b"\r\n", b"\n", b""):
            name, _, value = header.decode("latin-1").partition(":")
            self.headers.append((name.lower(), value.strip()))
        length = int(self.header("content-length") or 0)
        if self.header("expect"):
            self.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        self.body = self.file.read(length)
        self.requests += 1
        if self.method == "CONNECT":
            return self.tunnel()
        url = urllib.parse.urlsplit(self.target)
        self.via_proxy = bool(url.netloc)
        self.query = dict(urllib.parse.parse_qsl(url.query))
        # So that each behaviour is an endpoint too: /stream/chat/completions.
        path = url.path.removesuffix("/chat/completions")
        route = self.routes.get(path, Connection.not_found)
        return route(self) is not False

    def header(self, name):
        return next((v for n, v in self.headers if n == name), None)

    # Writing

    def send(self, data):
        self.sock.sendall(data)

    def head(self, status=200, content_type="application/json", **fields):
        lines = [f"HTTP/1.1 {status} Status", f"Content-Type: {content_type}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        self.send("\r\n".join(lines + ["", ""]).encode())

    def reply(self, body, status=200, **fields):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.head(status, Content_Length=len(data), **fields)
        self.send(data)

    def begin_chunked(self, content_type="text/event-stream"):
        self.head(content_type=content_type, Transfer_Encoding="chunked")

    def chunk(self, data):
        self.send(b"%x\r\n%s\r\n" % (len(data), data))

    def end_chunked(self):
        self.send(b"0\r\n\r\n")

    def stall(self):
        while self.sock.recv(65536):
            pass
        return False

    def reset(self):
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False

    def token(self, text):
        delta = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
        return b"data: " + json.dumps(delta).encode() + b"\n\n"

    STOP = b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
    USAGE = b'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}}\n\n'
    DONE = b"data: [DONE]\n\n"

    # Behaviours

    def not_found(self):
        self.reply({"error": {"message": "no such path", "code": 404}}, status=404)

    def echo(self):
        self.reply(
            {
                "method": self.method,
                "target": self.target,
                "headers": self.headers,
                "bytes": len(self.body),
                "connection": self.number,
                "viaProxy": self.via_proxy,
            }
        )

    def status(self):
        fields = {"Retry_After": self.query["after"]} if "after" in self.query else {}
        self.reply({"error": {"message": "asked for"}}, status=int(self.query["code"]), **fields)

    def informational(self):
        self.send(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
        self.reply({"final": True}, X_Final="yes")

    def stream(self):
        self.begin_chunked()
        for text in ["Hello", ", ", "wörld ", "👋"]:
            for byte in self.token(text):
                self.chunk(bytes([byte]))
        self.chunk(self.STOP + self.USAGE + self.DONE)
        self.end_chunked()

    def done_then_open(self):
        self.begin_chunked()
        self.chunk(self.token("all") + self.STOP + self.DONE)
        return self.stall()

    def stall_before_head(self):
        return self.stall()

    def stall_after_head(self):
        self.begin_chunked()
        return self.stall()

    def stall_between_tokens(self):
        self.begin_chunked()
        self.chunk(self.token("one"))
        return self.stall()

    def heartbeats(self):
        self.begin_chunked()
        self.chunk(self.token("one"))
        while True:
            self.chunk(b": still here\n\n")
            threading.Event().wait(0.01)

    def cut_chunked(self):
        self.begin_chunked()
        self.chunk(self.token("half"))
        return False

    def cut_length(self):
        self.head(Content_Length=1000)
        self.send(b'{"half":')
        return False

    def cut_close(self):
        """The end of the body is the end of the connection: a cut looks like success."""
        self.head(content_type="text/event-stream", Connection="close")
        self.send(self.token("half"))
        return False

    def cut_reset(self):
        self.begin_chunked()
        self.chunk(self.token("half"))
        # Only once the client has said that it saw the token: a reset throws away what is still under way.
        Connection.resets.wait()
        return self.reset()

    def release_reset(self):
        Connection.resets.set()
        self.reply({})

    resets = threading.Event()

    def close_at_once(self):
        return False

    def reset_at_once(self):
        return self.reset()

    def stale(self):
        """Answers the first request of a connection, and resets or closes it in answer to the second."""
        if self.requests == 1:
            self.reply({"connection": self.number})
        else:
            return self.reset() if self.query.get("how") == "reset" else False

    def garbage(self):
        self.send(b"SSH-2.0-OpenSSH_9.2\r\n")
        return False

    def redirect(self):
        code = int(self.query["code"])
        self.reply(b"", status=code, Location=self.query["to"])

    def circle(self):
        self.reply(b"", status=307, Location="/circle")

    def huge(self):
        """Many bytes; the count of those that the kernel took is at /sent."""
        self.head(Content_Length=int(self.query["bytes"]))
        left = int(self.query["bytes"])
        piece = b"x" * 65536
        Connection.sent = 0
        while left:
            done = self.sock.send(piece[: min(left, len(piece))])
            left -= done
            Connection.sent += done

    sent = 0

    def sent_bytes(self):
        self.reply({"sent": Connection.sent})

    def gzip(self):
        import gzip

        self.reply(gzip.compress(b'{"packed":true}'), Content_Encoding="gzip")

    routes = {
        "/echo": echo,
        "/status": status,
        "/informational": informational,
        "/stream": stream,
        "/done-then-open": done_then_open,
        "/stall-before-head": stall_before_head,
        "/stall-after-head": stall_after_head,
        "/stall-between-tokens": stall_between_tokens,
        "/heartbeats": heartbeats,
        "/cut-chunked": cut_chunked,
        "/cut-length": cut_length,
        "/cut-close": cut_close,
        "/cut-reset": cut_reset,
        "/release-reset": release_reset,
        "/close-at-once": close_at_once,
        "/reset-at-once": reset_at_once,
        "/stale": stale,
        "/garbage": garbage,
        "/redirect": redirect,
        "/circle": circle,
        "/huge": huge,
        "/sent": sent_bytes,
        "/gzip": gzip,
    }

    # Proxy

    def tunnel(self):
        host, _, port = self.target.rpartition(":")
        if host == "refused.example":
            self.send(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            return False
        # Whatever name was asked for is taken for this machine.
        far = socket.create_connection(("127.0.0.1", int(port)))
        self.send(b"HTTP/1.1 200 Connection established\r\n\r\n")
        copier = threading.Thread(target=copy, args=(far, self.sock), daemon=True)
        copier.start()
        copy(self.sock, far)
        copier.join()
        far.close()
        return False


def copy(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def main():
    arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    context = None
    if "--certificate" in arguments:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(arguments["--certificate"], arguments["--key"])
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)

    def accept():
        while True:
            sock, _ = listener.accept()
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            Connection(sock, context).start()

    threading.Thread(target=accept, daemon=True).start()
    print("PORT", listener.getsockname()[1], flush=True)
    sys.stdin.read()


main()
