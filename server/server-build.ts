import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { SERVER_BUILD } from './build-place.ts'
import { recordOrigin, sourcePlugins } from './built-server.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/**
 * Libraries of many small modules, none of which looks for files beside its own or is loaded from elsewhere as well. All
 * others stay where they are, except those of which one of these has a copy of its own.
 */
const BUNDLED =
  /^(?:kysely|inversify|@inversifyjs\/.+|@mikro-orm\/.+|zod|yaml|pinyin-pro|openid-client|oauth4webapi|jose|ldapts|htmlparser2|dom\w+|entities|nodemailer|fastify|@fastify\/.+|avvio|find-my-way|ret|safe-regex2|fast-.+|fastq|reusify|rfdc|toad-cache|process-warning|secure-json-parse|ajv|ajv-formats|semver|mime|http-errors|readable-stream|tar-stream|streamx|text-decoder|@trpc\/server)(?:\/|$)/
/** Anything but a path, a `#` name of the product, or a name of the bundler. */
const IS_LIBRARY = /^(?![./#\0])(?![A-Za-z]:)/
const PLUGIN_LIST = path.join(ROOT, 'server/compose/built-plugins.ts')

/** Builds the server into few files, which Node loads in less time than its sources. */
export async function buildServer(): Promise<void> {
  const began = Date.now()
  // An aborted build must not be taken for a complete one.
  await rm(SERVER_BUILD, { recursive: true, force: true })
  const bundle = await rolldown({
    cwd: ROOT,
    input: { run: path.join(ROOT, 'server/run.ts') },
    platform: 'node',
    external: (id, importer, isResolved) =>
      !isResolved && IS_LIBRARY.test(id) && !BUNDLED.test(id) && !isOwnCopy(id, importer),
    plugins: [pluginList, ownPlaces],
  })
  const { output } = await bundle.write({
    dir: SERVER_BUILD,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Not named in the files, so that Node does not read them with each start; see `plugin-of-error.ts`.
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    // Names of classes appear in messages.
    keepNames: true,
  })
  await bundle.close()
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  const own = modules.filter((id) => isOwn(id)).map((id) => path.relative(ROOT, id))
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  // Whether the former or the present text was built is not known.
  const changed = own.find((file) => statSync(path.join(ROOT, file)).mtimeMs > began)
  if (changed !== undefined) throw new Error(`${changed} changed while the server was built: build it again`)
  recordOrigin(['package.json', 'package-lock.json', ...own.toSorted()])
  process.stdout.write(`Built the server: ${modules.length} modules in ${output.length} files, in ${seconds} s\n`)
}

/** Whether the library is another one for its importer than for the build, in whose place it would be looked for. */
export function isOwnCopy(id: string, importer: string | undefined, build = SERVER_BUILD): boolean {
  if (importer === undefined || isOwn(importer)) return false
  return placeOf(id, importer) !== placeOf(id, build)
}
function placeOf(id: string, from: string): string | null {
  try {
    return createRequire(from).resolve(id)
  } catch {
    return null
  }
}

const isOwn = (id: string): boolean => path.isAbsolute(id) && !/[/\\]node_modules[/\\]/.test(id)

/** See `compose/built-plugins.ts`. */
const pluginList: Plugin = {
  name: 'octavo-plugins',
  load(id) {
    if (id !== PLUGIN_LIST) return null
    const entries = sourcePlugins().map((plugin) => {
      const file = path.join(ROOT, 'plugins', plugin, 'plugin.ts')
      return `[${JSON.stringify(plugin)}, () => import(${JSON.stringify(file)})]`
    })
    return `export const builtPlugins = new Map([${entries.join(', ')}])`
  },
}

/** A built module names its source as its place: threads, texts and styles are loaded from there. */
const ownPlaces: Plugin = {
  name: 'octavo-places',
  transform(code, id) {
    if (!isOwn(id) || !code.includes('import.meta.')) return null
    const file = path.relative(SERVER_BUILD, id).replaceAll(path.sep, '/')
    const placed = code
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(file)}, import.meta.url).href`)
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(file)}`)})`)
    // Nothing is moved to another line.
    return { code: placed, map: null }
  },
}
