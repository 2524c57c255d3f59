# syntax=docker/dockerfile:1
#
#   docker build -t transcript-compactor .
#
# `compactor` is the entrypoint, `offline-model` is beside it. Migrations and example jobs are in
# /usr/local/share/transcript-compactor.
ARG SWIFT_VERSION=6.3

FROM swift:${SWIFT_VERSION}-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        libcurl4-openssl-dev libmicrohttpd-dev libpq-dev libssl-dev libyaml-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
# The manifest names the tests too, and is not read without their folders.
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
RUN --mount=type=cache,target=/source/.build \
    for product in compactor offline-model; do \
        swift build --configuration release --static-swift-stdlib --product "$product" || exit 1; \
    done \
    && install -D --strip --target-directory /programs \
        "$(swift build --configuration release --show-bin-path)/compactor" \
        "$(swift build --configuration release --show-bin-path)/offline-model"

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        ca-certificates curl libcurl4 libmicrohttpd12 libpq5 libssl3 libyaml-0-2 tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin compactor
COPY --from=build /programs /usr/local/bin
COPY migrations /usr/local/share/transcript-compactor/migrations
COPY jobs /usr/local/share/transcript-compactor/jobs
USER 10001:10001
WORKDIR /usr/local/share/transcript-compactor

LABEL org.opencontainers.image.title="transcript-compactor" \
      org.opencontainers.image.description="Compacts stored LLM conversations in PostgreSQL" \
      org.opencontainers.image.licenses="Apache-2.0"

# Inside a container every interface is the container's own; what is published decides who reaches it.
EXPOSE 9464
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s --retries=3 \
    CMD ["curl", "--fail", "--silent", "--show-error", "--output", "/dev/null", "http://127.0.0.1:9464/livez"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["compactor"]
CMD ["serve", "--host", "0.0.0.0", "--port", "9464", "--log-format", "json"]
