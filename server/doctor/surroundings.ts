import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { reasonIn } from '#adapters/system/reason.ts'
import { textAt } from '#adapters/updates/fetched.ts'
import { manifestIn, releaseKeyFrom } from '#adapters/updates/manifest.ts'
import { isRefusal } from '#core/errors.ts'
import { BackupBucket } from '../backup/bucket.ts'
import { isBucket } from '../backup/bucket-address.ts'
import type { Config } from '../config.ts'
import { note, well, wrong, type Finding } from './finding.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const ANSWER_MS = 5_000
const MEGABYTE = 2 ** 20

/** Checks the environment of a site: its build, its disks, and its address. Changes nothing. */
export async function lookAround(config: Config, root = ROOT): Promise<readonly Finding[]> {
  return [
    await installation(root),
    ...(await disk('DATA_DIR', config.DATA_DIR, config.DISK_RESERVE_MB)),
    ...(await placeOfBackups(config)),
    ...(await updates(config)),
    ...(await clockOfFiles(config)),
    ...(await address(config)),
    ...proxies(config),
  ]
}

async function installation(root: string): Promise<Finding> {
  const parts = ['dist/web/assets', 'dist/render', 'dist/built-from']
  const there = await Promise.all(parts.map((part) => stat(path.join(root, part)).catch(() => null)))
  const missing = parts.filter((_, at) => !there[at])
  if (missing.length > 0)
    return note('build', `${missing.join(', ')} is not there: run \`npm run build\`, or let \`npm start\` do so.`)
  const assets = await readdir(path.join(root, 'dist/web/assets'))
  return assets.some((name) => name.endsWith('.js'))
    ? well('build')
    : wrong('build', 'dist/web/assets holds no scripts: run `npm run build`.')
}

async function disk(setting: string, folder: string, reserve: number): Promise<readonly Finding[]> {
  const found = await statfs(path.resolve(folder)).catch(() => null)
  // A missing folder is reported with the setting.
  if (!found) return []
  const { bavail, bsize } = found
  const free = Math.floor((bavail * bsize) / MEGABYTE)
  const of = `disk of ${setting}`
  return free < reserve
    ? [wrong(of, `${free} MB are free, and DISK_RESERVE_MB keeps ${reserve} of them: make room, nothing new is kept.`)]
    : [well(`${of} (${free} MB free)`)]
}

async function placeOfBackups({ BACKUP_DIR, DATA_DIR }: Config): Promise<readonly Finding[]> {
  if (BACKUP_DIR === undefined)
    return [note('BACKUP_DIR', 'is not set: none are made in the administration, so let a timer run `npm run backup`.')]
  if (isBucket(BACKUP_DIR)) return [await bucketOfBackups(BACKUP_DIR)]
  const [folder, site] = [path.resolve(BACKUP_DIR), path.resolve(DATA_DIR)]
  const of = `BACKUP_DIR=${BACKUP_DIR}`
  if (folder === site || folder.startsWith(site + path.sep))
    return [wrong(of, 'lies in DATA_DIR, with which it would be lost: choose another folder.')]
  const [there, beside] = await Promise.all([stat(folder).catch(() => null), stat(site).catch(() => null)])
  if (!there) return [note(of, 'is not there yet: the first backup makes it.')]
  if (!there.isDirectory()) return [wrong(of, 'is no folder: choose another one.')]
  const found =
    there.dev === beside?.dev ? note(of, 'lies on the disk of DATA_DIR, with which it would be lost.') : well(of)
  return [found, ...(await disk('BACKUP_DIR', folder, 0))]
}

async function bucketOfBackups(address: string): Promise<Finding> {
  const of = `BACKUP_DIR=${address}`
  try {
    const bucket = new BackupBucket(address, process.env, { connectMs: ANSWER_MS, totalMs: ANSWER_MS, tries: 1 })
    await bucket.list()
    return well(of)
  } catch (error) {
    return wrong(of, (error as Error).message)
  }
}

/** Whether the configured feed has validly signed versions. */
async function updates({ UPDATE_FEED_URL: url, UPDATE_KEY }: Config): Promise<readonly Finding[]> {
  const key = UPDATE_KEY === undefined ? null : releaseKeyFrom(UPDATE_KEY)
  if (url === undefined || key === null) return []
  try {
    manifestIn(await textAt(url), key)
    return [well('UPDATE_FEED_URL')]
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.kind === 'updateUntrusted'
      ? [wrong('UPDATE_FEED_URL', 'what lies there is not signed with UPDATE_KEY, so nothing from there is installed.')]
      : [note('UPDATE_FEED_URL', 'does not answer from here.')]
  }
}

/** A clock set back does not end sessions, and finds no task due. */
async function clockOfFiles({ DATA_DIR, DATABASE_URL }: Config): Promise<readonly Finding[]> {
  if (DATABASE_URL !== undefined) return []
  const folder = path.resolve(DATA_DIR, 'database')
  const names = (await readdir(path.join(folder, 'pg_wal')).catch((): string[] => [])).map((name) => `pg_wal/${name}`)
  const written = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => null)))
  const latest = Math.max(0, ...written.map((each) => each?.mtimeMs ?? 0))
  const ahead = Math.round((latest - Date.now()) / 1_000)
  if (latest === 0) return []
  return ahead * 1_000 > CLOCKS_APART_MS
    ? [wrong('clock', `the database was written ${ahead} s after now: let the machine follow a time server.`)]
    : [well('clock')]
}
const CLOCKS_APART_MS = 5_000

/** Whether the site's address leads to an Octavo that sees the right host and client data. */
async function address({ PUBLIC_URL }: Config): Promise<readonly Finding[]> {
  if (PUBLIC_URL === undefined)
    return [note('PUBLIC_URL', "is not set: set it to the address in people's browsers, behind a proxy in any case.")]
  const of = `PUBLIC_URL=${PUBLIC_URL}`
  try {
    const answer = await asked(`${PUBLIC_URL}/healthz`)
    const body: unknown = await answer.json().catch(() => null)
    if (!answer.ok || (body as { readonly status?: unknown } | null)?.status !== 'ok')
      return [wrong(of, `something else answers there (status ${answer.status}): look at the proxy, and at the path.`)]
    return [well(of), ...(await throughProxy(PUBLIC_URL))]
  } catch (error) {
    return [
      note(of, `does not answer from here (${said(error)}): well while the server is stopped, else look at the proxy.`),
    ]
  }
}

/** The most common omissions in proxy configurations. */
async function throughProxy(url: string): Promise<readonly Finding[]> {
  const call = `${url}/api/common/version`
  const [named, large] = await Promise.all([
    asked(call),
    asked(call, { method: 'POST', body: new URLSearchParams({ text: 'x'.repeat(LARGE_BYTES) }) }).catch(() => null),
  ])
  const host =
    named.status === 421
      ? wrong(
          'headers of the proxy',
          `the server is asked for another host than ${new URL(url).host}: let the proxy pass Host on, as in deploy/nginx.conf.`,
        )
      : well('headers of the proxy: Host')
  if (large === null || large.status === 413)
    return [
      host,
      wrong(
        'size of requests',
        `the proxy refuses ${LARGE_BYTES / MEGABYTE} MB, so long pages and files are lost: raise its limit, with nginx client_max_body_size.`,
      ),
    ]
  return [host, well(`size of requests (${LARGE_BYTES / MEGABYTE} MB pass)`)]
}
/** A page may be larger than the default limit of any proxy. */
const LARGE_BYTES = 3 * MEGABYTE

const asked = (url: string, more: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS), ...more })

function said(error: unknown): string {
  const { cause } = error as Error
  return reasonIn(cause instanceof Error ? cause : error)
}

/** Octavo itself has no TLS, so a proxy in front of it must. */
function proxies({ PUBLIC_URL, TRUSTED_PROXIES }: Config): readonly Finding[] {
  if (TRUSTED_PROXIES.length > 0) return [well(`TRUSTED_PROXIES=${TRUSTED_PROXIES.join(',')}`)]
  if (!PUBLIC_URL?.startsWith('https:')) return []
  return [
    note(
      'TRUSTED_PROXIES',
      'is not set, although PUBLIC_URL is https: name the proxy, or all people count as one address and share its limits.',
    ),
  ]
}
