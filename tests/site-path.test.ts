import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

interface Rule {
  readonly what: string
  readonly pattern: RegExp
  /** The one place that may do it, and those that have a reason of their own. */
  readonly allowed: readonly string[]
}

const WEB: readonly Rule[] = [
  {
    what: 'looks at the path of the window, or leaves by it',
    pattern: /\blocation\.(pathname|origin|assign|replace)\b/,
    // The router takes the address as the browser has it.
    allowed: ['web/site-path.ts', 'web/session/history-steps.ts'],
  },
  {
    what: 'has an element load, or lead to, a path of the host',
    pattern:
      /<(?:a|img|iframe|form|source|video|audio|object|link|script)\b[^>]*?\b(?:href|src|action)=(?:"\/|\{`\/|\{'\/)/,
    allowed: [],
  },
  {
    what: 'has a link of its own lead to an address that was given',
    pattern: /<a\b[^>]*?\bhref=\{(?!atSite\(|`#|demo\}|feedback\}|help\}|notes\})/,
    // Whole addresses alone, as people wrote them.
    allowed: ['plugins/comments/web/comment-view.tsx', 'plugins/spreadsheet/web/sheet-table.tsx'],
  },
  {
    what: 'asks for a path of the host',
    pattern: /\b(?:fetch|sendBeacon|open|Worker|EventSource|WebSocket|import)\(\s*['"`]\/|\burl: ['"`]\//,
    allowed: [],
  },
  { what: 'sets a cookie for the whole host', pattern: /Path=\/(?!docs)/, allowed: [] },
  {
    what: 'keeps something under a name that is not of this site',
    pattern: /(?:\b(?:local|session)Storage|\bstorage)\.(?:get|set|remove)Item\((?!ownName\(|keyOf\(|key\))/i,
    allowed: [],
  },
  { what: 'opens a database that is not of this site', pattern: /indexedDB\.open\((?!ownName\()/, allowed: [] },
  { what: 'empties what other sites of the host keep', pattern: /\b(?:local|session)Storage\.clear\(/, allowed: [] },
]

const SERVER: readonly Rule[] = [
  {
    what: 'reads where the site is',
    pattern: /\bPUBLIC_URL\b/,
    allowed: [
      'server/config.ts',
      'server/site-path.ts',
      'server/origin.ts',
      // For an operator, who is told an address without a server.
      'server/login-link.ts',
      // For whom letters are written, when a doctor asks the mail server.
      'server/doctor.ts',
      'server/doctor/in-database.ts',
      // Which links of a ShowDoc lead here.
      'server/switch/hosts.ts',
      // Whether the site answers there.
      'server/doctor/surroundings.ts',
      // Whether cookies and headers are those of https.
      'server/headers.ts',
      'server/session.ts',
      // What it tells and makes links with, whole.
      'server/serve.ts',
      'server/compose/container.ts',
      'server/rest/openapi.ts',
      // What letters lead to.
      'core/site/mail-in-use.ts',
      // Where the samples' own calls go.
      'server/demo/sample-calls.ts',
      // What administrators are shown it as.
      'core/site/settings-texts.ts',
      'core/site/settings-sections.ts',
      'core/site/config-operations.ts',
    ],
  },
  {
    what: 'writes a document that names a path of the host',
    pattern: /\b(?:href|src|action)="\//,
    allowed: ['adapters/markdown/hostile-markdown.ts'],
  },
  { what: 'sets a cookie for the whole host', pattern: /\bpath: '\/'/, allowed: [] },
]

function sources(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => path.join(folder, file)),
  )
}

/** Code without its comments, each element on one line. */
const codeIn = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/(<[a-z]+)\s*\n\s*/g, '$1 ')
    .replaceAll(/([\w"}])\s*\n\s*(?=[\w-]+=[{"])/g, '$1 ')

const breachesIn = (text: string, { pattern }: Rule): readonly string[] =>
  codeIn(text)
    .split('\n')
    .filter((line) => pattern.test(line))

const plugins = sources('plugins')
const ofWeb = [...sources('web'), ...plugins.filter((file) => /\/web[/.]/.test(file))]
const ofServer = [...sources('server', 'core', 'adapters'), ...plugins.filter((file) => !/\/web[/.]/.test(file))]

describe.each([
  ['the web', ofWeb, WEB],
  ['the server', ofServer, SERVER],
] as const)('where the site lies below its host is known in one place of %s:', (_, files, rules) => {
  it.each(rules)('nothing else $what', (rule) => {
    const found = files
      .filter((file) => !rule.allowed.includes(file))
      .flatMap((file) =>
        breachesIn(readFileSync(path.join(ROOT, file), 'utf8'), rule).map((line) => `${file}: ${line}`),
      )

    expect(found).toEqual([])
  })
})

it.each([
  [WEB[0], 'if (location.pathname === path) location.assign(path)'],
  [WEB[1], '<img\n  alt="x"\n  src={`/api/common/verify?rand=1`}\n/>'],
  [WEB[2], '<a className="button" href={file.url}>'],
  [WEB[3], "void fetch('/api/x')"],
  [WEB[4], 'document.cookie = `a=b; Path=/; Max-Age=1`'],
  [WEB[5], "localStorage.getItem('user_info')"],
  [WEB[6], 'indexedDB.open(DATABASE, 1)'],
  [WEB[7], 'localStorage.clear()'],
  [SERVER[1], '<link rel="icon" href="/favicon.svg">'],
  [SERVER[2], "reply.setCookie('a', 'b', { path: '/' })"],
])('finds what breaks the rule %#', (rule, code) => {
  expect(rule && breachesIn(code, rule)).toHaveLength(1)
})
