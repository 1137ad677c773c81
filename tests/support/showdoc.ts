import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, onTestFinished } from 'vitest'
import { z } from 'zod'

// OCTAVO_CORPUS contains installations of the real ShowDoc, each with its expected content
// (`showdoc/<version>/expected.json`).
const CORPUS = path.join(process.env['OCTAVO_CORPUS'] ?? '', 'showdoc')

/** Versions of ShowDoc with an installation; none without the corpus. */
export const SHOWDOC_VERSIONS = process.env['OCTAVO_CORPUS']
  ? ['2.10.5', '3.9.2'].filter((version) => existsSync(path.join(CORPUS, version)))
  : []

/** A suite for each of these; without the corpus a single one, which is skipped. */
export function describeShowdocs<Case>(cases: readonly Case[], name: string, suite: (each: Case) => void): void {
  if (cases.length > 0) describe.each(cases)(name, suite)
  else describe.skip(`${name} (needs the corpus)`)
}

export const showdocFolder = (version: string): string => path.join(CORPUS, version)

const Text = z.object({ title: z.string(), sha256: z.string(), bytes: z.number() })
const Expected = z.object({
  db_version_num: z.string(),
  users: z.array(
    z.object({
      uid: z.number(),
      username: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      site_admin: z.boolean(),
      password: z.string(),
      items: z.array(
        z.object({ item_id: z.number(), listed: z.boolean(), visible_page_ids: z.array(z.number()).optional() }),
      ),
    }),
  ),
  items: z.array(
    z.object({
      item_id: z.number(),
      type: z.number(),
      name: z.string(),
      description: z.string(),
      owner_uid: z.number(),
      visit_password: z.string().nullable(),
      domain: z.string().nullable(),
      archived: z.boolean(),
      deleted: z.boolean(),
    }),
  ),
  catalogs: z.array(
    z.object({
      cat_id: z.number(),
      item_id: z.number(),
      name: z.string(),
      parent_cat_id: z.number(),
      order: z.number(),
      path: z.array(z.string()),
    }),
  ),
  pages: z.array(
    Text.extend({
      page_id: z.number(),
      item_id: z.number(),
      cat_id: z.number().default(0),
      order: z.number(),
      time: z.number(),
      versions: z.number(),
      author: z.string(),
      deleted: z.boolean().default(false),
      draft: z.boolean().default(false),
      note: z.string().default(''),
    }),
  ),
  page_versions: z.array(Text.extend({ page_history_id: z.number(), page_id: z.number(), note: z.string().nullish() })),
  attachments: z.array(
    z.object({
      file_id: z.number(),
      sign: z.string(),
      display_name: z.string(),
      file: z.string(),
      sha256: z.string(),
      size: z.number(),
      uid: z.number(),
      visits: z.number(),
      bound_page_ids: z.array(z.number()),
    }),
  ),
  share_links: z.array(z.object({ unique_key: z.string(), page_id: z.number(), expire_time: z.number().nullish() })),
  item_tokens: z.array(z.object({ item_id: z.number(), api_key: z.string(), api_token: z.string() })),
  mocks: z.array(z.object({ page_id: z.number(), item_id: z.number(), path: z.string(), unique_key: z.string() })),
  teams: z.array(z.object({ id: z.number(), name: z.string(), items: z.array(z.number()) })),
  table_counts: z.record(z.string(), z.number()),
})

/** The content of an installation of the corpus, as recorded by its programs. */
export const expectedOf = (version: string): z.output<typeof Expected> =>
  Expected.parse(JSON.parse(readFileSync(path.join(CORPUS, version, 'expected.json'), 'utf8')))

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
/** As ShowDoc stores a password. */
export const showdocHash = (password: string): string => md5(`${Buffer.from(md5(password)).toString('base64')}576hbgh6`)

export const sumOfText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Contents and times of everything in a folder, by path. */
export async function stateOfFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>()
  for (const name of ['', ...(await readdir(folder, { recursive: true })).toSorted()]) {
    const place = path.join(folder, name)
    const found = await stat(place, { bigint: true })
    const sum = found.isFile() ? sumOfText((await readFile(place)).toString('latin1')) : ''
    states.set(name, `${found.size} ${found.mtimeNs} ${found.ctimeNs} ${sum}`)
  }
  return states
}

/** A ShowDoc folder whose database is created by these statements; removed after the test. */
export async function madeShowdoc(statements: string): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-showdoc-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, file: layShowdoc(folder, statements) }
}

/** Creates the same in an empty folder. @returns its database file */
export function layShowdoc(folder: string, statements: string): string {
  mkdirSync(path.join(folder, 'Sqlite'))
  const file = path.join(folder, 'Sqlite/showdoc.db.php')
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
  return file
}

/** The minimal tables of a ShowDoc. */
export const LEAST_TABLES = `
  create table user (uid integer primary key, username text, password text);
  create table item (item_id integer primary key, item_name text, uid integer);
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text);`
