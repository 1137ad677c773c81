/*
 * npm run release -- FOLDER --key FILE                 packs this installation for UPDATE_FEED_URL, and signs it
 * npm run release -- FOLDER --key FILE --notes URL     … and says where people read what it brings
 * npm run release -- FOLDER --key FILE --from OTHER    packs the installation in another folder
 *
 * FILE holds an ed25519 key, as `openssl genpkey -algorithm ed25519` makes it. What is packed is what lies there, so it is
 * built before, and `npm prune --omit=dev` leaves out what only its development needs. FOLDER is then put on a web server;
 * a package for another machine is added by the same command there, on the same FOLDER.
 */
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, readlink, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import { z } from 'zod'
import { Feed, MACHINE, Manifest, releaseKeyText, type Package } from '#adapters/updates/manifest.ts'
import { ConfigError } from './config.ts'
import { readIfThere, writeWhole } from './durable-files.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'

const HERE = path.resolve(import.meta.dirname, '..')
/** What a server needs to run, and documentation for its operator. */
const PACKED =
  /^(adapters|core|deploy|dist|migrations|node_modules|plugins|server|web|LICENSE|package\.json|package-lock\.json|.*\.md)$/
const LEFT_OUT = /(\.test\.tsx?$)|^(dist\/compiled|node_modules\/\.(cache|vite)[^/]*)$/
const FEED = 'octavo.json'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

interface Wishes {
  readonly keyFile: string
  readonly notes: string
  /** The installation. */
  readonly from: string
}

async function release(folder: string, { keyFile, notes, from }: Wishes): Promise<void> {
  const key = await keyIn(keyFile)
  await stat(path.join(from, 'dist')).catch(() => {
    throw new ConfigError([`${from} is not built: run \`npm run build\` there first.`])
  })
  const { version } = Described.parse(JSON.parse(await readFile(path.join(from, 'package.json'), 'utf8')))
  await mkdir(folder, { recursive: true })
  const name = `octavo-${version}-${MACHINE}.tar.gz`
  const made = await packed(from, path.join(folder, name))
  const packages = { ...(await packagesBefore(folder, version)), [MACHINE]: { url: name, ...made } }
  const manifest = JSON.stringify(Manifest.parse({ product: 'octavo', version, notes, packages }))
  const feed: Feed = { manifest, signature: sign(null, Buffer.from(manifest), key).toString('base64') }
  await writeWhole(path.join(folder, FEED), `${JSON.stringify(feed)}\n`)
  // Read by a web server.
  await chmod(path.join(folder, FEED), 0o644)
  say(
    `Wrote ${path.join(folder, name)} (${(made.bytes / 1_000_000).toFixed(1)} MB) and ${FEED} for version ${version}.`,
  )
  say('Sites install it with these settings:')
  say(`UPDATE_FEED_URL=https://…/${FEED}`)
  say(`UPDATE_KEY=${releaseKeyText(createPublicKey(key))}`)
}

const Described = z.object({ version: z.string() })

async function keyIn(file: string): Promise<KeyObject> {
  const key = await readFile(file)
    .then((text) => createPrivateKey(text))
    .catch(() => null)
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new ConfigError([
    `--key ${file}: is no ed25519 key; \`openssl genpkey -algorithm ed25519 -out ${file}\` makes one.`,
  ])
}

/** Those of the same version for other machines. */
async function packagesBefore(folder: string, wanted: string): Promise<Record<string, Package>> {
  const text = await readIfThere(path.join(folder, FEED))
  if (text === null) return {}
  const { version, packages } = Manifest.parse(JSON.parse(Feed.parse(JSON.parse(text)).manifest))
  return version === wanted ? packages : {}
}

async function packed(from: string, file: string): Promise<Omit<Package, 'url'>> {
  const unfinished = `${file}.unfinished`
  const archive = pack()
  const sum = createHash('sha256')
  const writing = pipeline(
    archive,
    createGzip(),
    async function* summed(parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        sum.update(part)
        yield part
      }
    },
    createWriteStream(unfinished, { flush: true }),
  )
  await Promise.all([writing, addAll(archive, from)])
  await rename(unfinished, file)
  return { bytes: (await stat(file)).size, sha256: sum.digest('hex') }
}

async function addAll(archive: Pack, from: string): Promise<void> {
  const names = (await readdir(from)).filter((each) => PACKED.test(each))
  for (const name of names.toSorted()) await add(archive, from, name)
  archive.finalize()
}

async function add(archive: Pack, from: string, name: string): Promise<void> {
  if (LEFT_OUT.test(name)) return
  const file = path.join(from, name)
  const { mode, size, isSymbolicLink, isDirectory } = await kindOf(file)
  if (isSymbolicLink) archive.entry({ name, type: 'symlink', linkname: await readlink(file) })
  else if (isDirectory) for (const each of (await readdir(file)).toSorted()) await add(archive, from, `${name}/${each}`)
  else await pipeline(createReadStream(file), archive.entry({ name, mode, size }))
}

async function kindOf(file: string) {
  const found = await lstat(file)
  return {
    mode: found.mode,
    size: found.size,
    isSymbolicLink: found.isSymbolicLink(),
    isDirectory: found.isDirectory(),
  }
}

const { positionals, values } = parseArgs({
  options: { key: { type: 'string' }, notes: { type: 'string', default: '' }, from: { type: 'string', default: HERE } },
  allowPositionals: true,
  strict: false,
})
const [folder] = positionals
if (folder === undefined || positionals.length !== 1 || typeof values.key !== 'string') {
  process.stderr.write('usage: npm run release -- FOLDER --key FILE [--notes URL] [--from FOLDER]\n')
  process.exit(EXIT_FAILED)
}
try {
  await release(path.resolve(folder), {
    keyFile: values.key,
    notes: String(values.notes),
    from: path.resolve(String(values.from)),
  })
} catch (error) {
  exitWith(error, log, 'The release stops')
}
