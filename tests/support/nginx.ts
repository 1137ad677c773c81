import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#tests/e2e/support/running-server.ts'
import {
  behindProxy,
  exampleOf,
  placed,
  runningProxy,
  type BehindProxy,
  type ProxiedSite,
  type RunningProxy,
} from './behind-proxy.ts'

// Debian installs it in a directory that is only in root's PATH.
const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }

export const hasNginx = (): boolean => spawnSync('nginx', ['-v'], { env: ENVIRONMENT }).status === 0

/** A dedicated server behind one of the examples for nginx, with TLS. @param example a file of `deploy/` */
export async function behindNginx({
  example,
  ...site
}: ProxiedSite & { readonly example: string }): Promise<BehindProxy> {
  return behindProxy(site, async ({ folder, port, upstream }) =>
    startNginx(
      folder,
      placed(await exampleOf(example), {
        '127.0.0.1:4000': upstream,
        'listen 80;': `listen 127.0.0.1:${await freePort()};`,
        'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
        '/etc/ssl/octavo': folder,
      }),
    ),
  )
}

/** An nginx with this server configuration, and its files in the folder. */
export async function startNginx(folder: string, servers: string): Promise<RunningProxy> {
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log stderr crit; events {}
    http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      ${servers} }`,
  )
  return runningProxy(spawn('nginx', ['-c', path.join(folder, 'nginx.conf')], { env: ENVIRONMENT, stdio: 'inherit' }))
}
