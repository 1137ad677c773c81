import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { behindProxy, exampleOf, placed, runningProxy, type BehindProxy, type ProxiedSite } from './behind-proxy.ts'

export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0

/**
 * A dedicated server behind the example for Caddy, with its own certificate instead of an automatic one. For a site
 * below a path, the commented part of the example is used.
 */
export async function behindCaddy(site: ProxiedSite): Promise<BehindProxy> {
  const example = await exampleOf('Caddyfile')
  const part = site.sitePath ? example.slice(example.indexOf(`# ${site.host} {`)).replaceAll(/^# ?/gm, '') : example
  return behindProxy(site, async ({ folder, port, upstream }) => {
    const sites = placed(part, {
      '127.0.0.1:4000': upstream,
      [`${site.host} {`]: `https://${site.host}:${port} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
    })
    const file = path.join(folder, 'Caddyfile')
    await writeFile(file, `{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${sites}`)
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    return runningProxy(spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'inherit' }))
  })
}
