# docker build -t qpr .
#
# The build needs a Node.js from 20.9 with npm. The image has the Node.js that the lockfile pins and the
# package that `npm run release` makes; it has no npm and no tools.
ARG BUILD_BASE=docker.io/library/node:24-trixie-slim
ARG BASE=docker.io/library/debian:trixie-slim

FROM ${BUILD_BASE} AS build
WORKDIR /build
COPY . .
# With the packages for development: the documentation is built with one of them.
RUN npm ci \
 && node_modules/.bin/node release/stage.ts /image/opt/qpr \
 && mkdir -p /image/usr/local/bin \
 && cp -L node_modules/node/bin/node /image/usr/local/bin/node \
 && ln -s /opt/qpr/bin/qpr.js /image/usr/local/bin/qpr

FROM ${BASE}
LABEL org.opencontainers.image.title="QPR" \
      org.opencontainers.image.description="QR codes that talk" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /image/ /
# Platforms that choose a user at random, and `docker run --user`, give it the group 0.
RUN install -d -o 10001 -g 0 -m 2770 /data
# The same as in `npm start`.
ENV QPR_DATA_DIR=/data MALLOC_ARENA_MAX=2
# Relative paths, such as the one of `qpr backup`, are in the volume.
WORKDIR /data
VOLUME /data
USER 10001:0
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not bin/qpr.js, which would start a second process: signals go to the service itself.
ENTRYPOINT ["node", "--max-semi-space-size=16", "/opt/qpr/bin/program.js"]
CMD ["serve"]
