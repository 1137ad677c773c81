import { z } from 'zod'
import { DomainError } from '../errors.ts'
import type { Language } from '../language.ts'
import { wholeServices } from '../open-services.ts'
import { command } from '../operation.ts'
import { SHOWDOC_LINKS, type ShowdocMoved, type ShowdocProgress } from '../ports/showdoc-moves.ts'
import { idOrNone, line, nothing, text } from '../schema.ts'
import { settingsSection, writeSettings } from '../settings.ts'
import { isAdministrator } from '../task/open-task.ts'
import { taskKind, type NamedTaskKind, type TaskContext, type TaskTools } from '../task/kind.ts'

export const SHOWDOC_LOOK_TASK = 'showdoc.look'
export const SHOWDOC_CARRY_TASK = 'showdoc.carry'
const PATH_LENGTH = 1_000
const ADDRESS_LENGTH = 500

export const ShowdocSourceInput = {
  /** One of those the operator allowed; '' for the upload. */
  folder: text(PATH_LENGTH).default(''),
  /** The number of the one item that is wanted, in the ShowDoc; 0 for all. */
  only: idOrNone().default(0),
}
export const ShowdocWishInput = {
  ...ShowdocSourceInput,
  /** Left out for what was chosen before, or for keeping them. */
  links: z.enum(SHOWDOC_LINKS).optional(),
  /** At which the ShowDoc is reached, as http://docs.example.com; '' when it is not said. */
  address: line(ADDRESS_LENGTH)
    .refine((typed) => typed === '' || (/^https?:/i.test(typed) && URL.canParse(typed)))
    .default(''),
  /** Whether pages may show pictures of the object storages in which files stay: they are added to the site's setting. */
  showsPictures: z.boolean().default(false),
  /** Whether it may be a copy that is older than the last one that came, which takes back what changed since. */
  mayBeOlder: z.boolean().default(false),
}
const Source = z.object(ShowdocSourceInput)
const Wish = z.object({
  ...ShowdocWishInput,
  /** Of the upload that was looked at; null for a folder, and in tasks of older versions. */
  uploadedAt: z.coerce.date().nullable().default(null),
})

/** What a look finds in a ShowDoc. */
export const ShowdocFound = {
  /** Null where the ShowDoc does not say. */
  schema: z.number().nullable(),
  bytes: z.number(),
  files: z.number(),
  fileBytes: z.number(),
  /** What is `kept` has no place here and stays whole as JSON. */
  tables: z.array(z.object({ name: z.string(), rows: z.number(), fate: z.enum(['carried', 'kept', 'never']) })),
  /** Object storages in which files stay. */
  storages: z.array(z.object({ host: z.string(), files: z.number() })),
  items: z.array(z.object({ id: z.number(), name: z.string() })),
  problems: z.array(z.string()),
  seconds: z.number(),
  /** The first of those who are taken for accounts that are here already, which get what is theirs in the ShowDoc. */
  accounts: z.array(
    z.object({
      username: z.string(),
      name: z.string(),
      usernameHere: z.string(),
      nameHere: z.string(),
      isAdmin: z.boolean(),
    }),
  ),
  /** How many there are of them. */
  accountsHere: z.number(),
}
const Problem = z.object({ en: z.string(), 'zh-cn': z.string() })
const Look = z.object({
  ...{ ...ShowdocSourceInput, at: z.coerce.date(), ...ShowdocFound },
  /** Those of a look by an older version are in English. */
  problems: z.array(z.union([z.string(), Problem])),
  /** Looks by older versions do not tell them. */
  storages: ShowdocFound.storages.default([]),
  accounts: ShowdocFound.accounts.default([]),
  accountsHere: ShowdocFound.accountsHere.default(0),
})

/** What the last look has found; null before the first one. */
export const showdocLook = settingsSection('showdoc.look', z.object({ look: Look.nullable().default(null) }))

const STEPS: Readonly<Record<ShowdocProgress['step'], Readonly<Record<Language, string>>>> = {
  reading: { en: 'Reading the ShowDoc', 'zh-cn': '读取 ShowDoc' },
  accounts: { en: 'Accounts', 'zh-cn': '账号' },
  items: { en: 'Items', 'zh-cn': '项目' },
  files: { en: 'Files', 'zh-cn': '文件' },
  belongings: { en: 'Teams, templates, comments and more', 'zh-cn': '团队、模板、评论等' },
  proof: { en: 'Comparing everything with what was read', 'zh-cn': '与读取的内容逐一比对' },
}

function tellingIn(ctx: TaskContext, { progress }: Pick<TaskTools, 'progress'>) {
  return ({ step, done, of, name }: ShowdocProgress): void => {
    // A move takes long: who is no administrator any more does not go on with it.
    requireAdministrator(ctx)
    const words = STEPS[step]
    const what = name === '' ? words : { en: `${words.en}: ${name}`, 'zh-cn': `${words['zh-cn']}：${name}` }
    progress({ done, of: of === 0 ? null : of, what })
  }
}

function requireAdministrator(ctx: TaskContext): void {
  if (!isAdministrator(ctx)) throw new DomainError('notAllowed')
}

const look = taskKind({
  input: Source,
  limitMs: 2 * 3_600_000,
  // Nothing is left of one that was broken off.
  isResumable: true,
  async run(ctx, { folder, only }, tools) {
    requireAdministrator(ctx)
    const { signal } = tools
    const source = { folder, only: only === 0 ? null : only }
    const found = await wholeServices(ctx.services).showdocMoves.look(source, {
      signal,
      progress: tellingIn(ctx, tools),
    })
    const { tables, storages, items, problems, accounts } = found
    const lists = {
      tables: [...tables],
      storages: [...storages],
      items: [...items],
      problems: [...problems],
      accounts: [...accounts],
    }
    await ctx.perform(noting({ ...found, ...lists, folder, only, at: ctx.services.clock.now() }), {})
    return {}
  },
})

/** Looks at a ShowDoc; nothing of it is carried. */
export const showdocLookTask: NamedTaskKind = {
  ...look,
  name: SHOWDOC_LOOK_TASK,
  titles: { en: 'Look at a ShowDoc', 'zh-cn': '检查 ShowDoc' },
}

const noting = (found: z.input<typeof Look>) => ({
  ...command({
    summary: 'Keeps what a look at a ShowDoc has found.',
    audience: 'admin',
    input: nothing(),
    output: nothing(),
    async run(ctx) {
      await writeSettings(ctx.store, showdocLook, { look: Look.parse(found) })
      return {}
    },
  }),
  name: 'showdoc.noteLook',
})

const carry = taskKind({
  input: Wish,
  limitMs: 24 * 3_600_000,
  // It finds out by itself what has come.
  isResumable: true,
  async run(ctx, { only, links, ...given }, tools) {
    requireAdministrator(ctx)
    const { signal } = tools
    const wish = { ...given, only: only === 0 ? null : only, links: links ?? null }
    const moved = await wholeServices(ctx.services).showdocMoves.carry(wish, {
      signal,
      progress: tellingIn(ctx, tools),
    })
    await ctx.perform(recorded(moved), {})
    return { text: wordsOfMove(moved) }
  },
})

/** Carries a ShowDoc into this site, and keeps a receipt. */
export const showdocCarryTask: NamedTaskKind = {
  ...carry,
  name: SHOWDOC_CARRY_TASK,
  titles: { en: 'Move from ShowDoc', 'zh-cn': '从 ShowDoc 搬家' },
}

const recorded = ({ isWhole, left, kept }: ShowdocMoved) => ({
  ...command({
    summary: 'Puts on record that a ShowDoc was carried.',
    audience: 'admin',
    needsNoRoom: true,
    input: nothing(),
    output: nothing(),
    async run(ctx) {
      ctx.audit({ action: 'showdoc.carried', detail: `whole: ${isWhole}, left: ${left}, kept: ${kept}` })
      return {}
    },
  }),
  name: 'showdoc.recordCarried',
})

/** What came of a move, for whoever started it: numbers only of what the receipt has to explain. */
export function wordsOfMove({ isWhole, wasDone, left, kept }: ShowdocMoved): Readonly<Record<Language, string>> {
  if (!isWhole)
    return {
      en: 'What is here is not what was read: the receipt names the difference.',
      'zh-cn': '站内的内容与读取的内容不一致，差异见清单。',
    }
  const begin = wasDone
    ? { en: 'All of it had come before.', 'zh-cn': '全部内容此前均已搬入。' }
    : {
        en: 'All of it is here; every page, draft, former version and file was compared.',
        'zh-cn': '全部内容已搬入，页面、草稿、历史版本和文件均已逐一比对。',
      }
  const told = [
    ...(left > 0 ? [{ en: `Rows that stay behind: ${left}.`, 'zh-cn': `未搬入的记录 ${left} 条` }] : []),
    ...(kept > 0
      ? [
          {
            en: `Rows that are not as in ShowDoc now, and stay as they are here: ${kept}.`,
            'zh-cn': `与 ShowDoc 现状不同、保持站内现状的记录 ${kept} 条`,
          },
        ]
      : []),
  ]
  if (told.length === 0) return { en: `${begin.en} Nothing stays behind.`, 'zh-cn': `${begin['zh-cn']}没有遗漏。` }
  return {
    en: `${begin.en} ${told.map(({ en }) => en).join(' ')} The receipt says which and why.`,
    'zh-cn': `${begin['zh-cn']}${told.map((each) => each['zh-cn']).join('，')}，详情和原因见清单。`,
  }
}
