FROM node:24-bookworm-slim AS build
WORKDIR /srv/budkeeper
COPY package.json package-lock.json ./
# No package needs its install script, so none may run one.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/var/lib/budkeeper
WORKDIR /srv/budkeeper
RUN mkdir -m 700 /var/lib/budkeeper && chown node:node /var/lib/budkeeper
COPY --from=build /srv/budkeeper/package.json ./
COPY --from=build /srv/budkeeper/node_modules node_modules
COPY --from=build /srv/budkeeper/build build
COPY --from=build /srv/budkeeper/bin bin
COPY --from=build /srv/budkeeper/drizzle/migrations drizzle/migrations
USER node
VOLUME /var/lib/budkeeper
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/serve.mjs"]
