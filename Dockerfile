# syntax=docker/dockerfile:1
FROM node:24-slim AS build
WORKDIR /octavo
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
RUN groupadd --gid 10001 octavo && useradd --uid 10001 --gid 10001 --home-dir /octavo --shell /usr/sbin/nologin octavo && install -d -o octavo -m 0700 /data
WORKDIR /octavo
COPY --from=build /octavo /octavo
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data PATH=/octavo/node_modules/.bin:$PATH
# As numbers: Kubernetes cannot tell of a name that it is not root (runAsNonRoot).
USER 10001:10001
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "server/main.ts"]
