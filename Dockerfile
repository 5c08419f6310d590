# The site, its server and its copies: one image, with all data in /storage. From this folder: docker build -t black-ahsd .
# The tag names the Node that the tests ran on. To pin its bytes too, append the @sha256:… that your registry shows.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
# The program that makes copies, and the certificate authorities that it trusts: the image of Node has none.
ARG RESTIC_IMAGE=restic/restic:0.18.1
FROM ${RESTIC_IMAGE} AS restic

# The server needs fewer packages than the build. A stage of its own is not repeated when only words have changed.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM ${NODE_IMAGE}
WORKDIR /app
# `npm run leads` needs scripts/, and `doctor` looks for the owner's pictures in content/.
COPY --from=build /app/package.json /app/.npmrc ./
COPY --from=build /app/scripts/node.mjs /app/scripts/published.ts scripts/
COPY --from=build /app/scripts/setup scripts/setup
COPY --from=build /app/content content
COPY --from=build /app/deploy/backup /app/deploy/entrypoint deploy/
COPY --from=build /app/hooks /hooks
COPY --from=restic /usr/bin/restic /usr/bin/
COPY --from=restic /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build/versions build/versions
# No VOLUME: Railway refuses an image with one. A new volume of Docker takes the owner of this folder.
RUN ln -s "versions/$(ls build/versions)/server" build/server && mkdir -m 700 /storage && chown 1000:1000 /storage
# npm and restic write what they remember into the home folder: the user of the server has no other.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=80 DATA_DIR=/storage HOME=/tmp
EXPOSE 80
# /healthz, not /readyz: a new container does not help while the database is away.
HEALTHCHECK --interval=5s --timeout=4s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# It starts as root only to take over a volume of root's: the server runs as the user 1000. It ends within 10 seconds.
ENTRYPOINT ["deploy/entrypoint"]
CMD ["node", "build/server/main.js"]
