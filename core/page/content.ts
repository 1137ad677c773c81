import { z } from 'zod'
import { htmlWithOwnImages } from '../attachment/attachment.ts'
import type { OpenServices, Services, Session } from '../context.ts'
import type { ItemType } from '../item/item.ts'
import type { Language } from '../language.ts'
import { limits } from '../limits.ts'
import type { KindCalls, KindQuestion } from '../ports/page-kinds.ts'
import type { Article, RenderWait } from '../ports/rendering.ts'
import { text } from '../schema.ts'
import {
  pageKinds,
  type ComparedTexts,
  type ContentChange,
  type MergeChoice,
  type PageKind,
  type PageMerge,
  type PageSides,
  type RenderSetting,
} from './kind.ts'
import { markdownKind } from './markdown-kind.ts'
import { isData, isMissing, missingKind } from './missing-kind.ts'
import { sourceHtml } from './source-html.ts'
import { wholeOf } from '../seen-less.ts'
import { countdown, TooLate } from '../within-time.ts'

interface Reader {
  readonly services: (Kinds & Pick<Services, 'renderer'>) | OpenServices
  readonly session: Pick<Session, 'siteUrl' | 'language'>
}
/** With as much of the calls as is needed here. */
type Kinds = Pick<Services, 'extensions' | 'knownKinds'> & { readonly kindCalls: Pick<KindCalls, 'ready' | 'answerOf'> }
type Given = Kinds | OpenServices
const kindsIn = <K extends Kinds = Kinds>(given: K | OpenServices): K => wholeOf<K>(given)

/** Markup may take as much space as the text it marks; the renderer does not process more. */
const LONGEST_SHOWN = 2 * limits.pageContentLength
const [MOST_CHANGES, LONGEST_CHANGE] = [1_000, 1_000]

// Results of a page kind are validated: it may come from a plugin.
const ANSWERS = {
  recognises: z.boolean(),
  empty: text(limits.pageContentLength),
  textOf: text(limits.pageContentLength),
  render: z.string().max(LONGEST_SHOWN),
  compare: z.object({ before: z.string().max(LONGEST_SHOWN), after: z.string().max(LONGEST_SHOWN) }),
  changes: z.array(z.object({ text: z.string().max(LONGEST_CHANGE), isBreaking: z.boolean() })).max(MOST_CHANGES),
  merge: z.object({
    content: text(limits.pageContentLength).nullable(),
    conflicts: z.array(z.object({ mine: z.string(), theirs: z.string() })),
  }),
} satisfies Readonly<Record<KindQuestion, z.ZodType>>
type Answer<Q extends KindQuestion> = z.output<(typeof ANSWERS)[Q]>

/** The kind of new pages in items of this type. */
export const kindOfItems = (given: Given, itemType: ItemType): PageKind =>
  kindsIn(given)
    .extensions(pageKinds)
    .find(({ itemTypes }) => itemTypes.includes(itemType)) ?? markdownKind

/**
 * The kind of a page, determined only by the type of its item and its content: the kind of new pages in the item if it
 * recognises the content, else the first other one that does. Everything else is markdown, except for what only a kind
 * can show that is not called now.
 */
export async function kindOf(given: Given, itemType: ItemType, content: string): Promise<PageKind> {
  const services = kindsIn(given)
  const own = kindOfItems(services, itemType)
  if (content === '') return own
  const others = services.extensions(pageKinds).filter((kind) => kind.id !== own.id && kind !== markdownKind)
  const silent = new Set<string>()
  for (const kind of own === markdownKind ? others : [own, ...others]) {
    const isOfKind = await answer(services, kind, 'recognises', [content])
    if (isOfKind) return kind
    if (isOfKind === null) silent.add(kind.id)
  }
  return isData(content) ? missingOr(markdownKind, services, itemType, silent) : markdownKind
}

/**
 * The kind of data that no kind has recognised: a missing one if there is one that it may be of.
 * @param silent the ids of running kinds that failed to answer
 */
function missingOr(
  otherwise: PageKind,
  { extensions, knownKinds }: Pick<Kinds, 'extensions' | 'knownKinds'>,
  itemType: ItemType,
  silent: ReadonlySet<string>,
): PageKind {
  const running = extensions(pageKinds)
  const isCalled = (id: string): boolean => !silent.has(id) && running.some((kind) => kind.id === id)
  const missing = knownKinds.list().filter(({ id }) => !isCalled(id))
  const ofItem = missing.filter(({ itemTypes }) => itemTypes.includes(itemType))
  const isOwnThere = running.some(({ id, itemTypes }) => !silent.has(id) && itemTypes.includes(itemType))
  const candidates = ofItem.length > 0 ? ofItem : missing
  return candidates.length > 0 || !isOwnThere ? missingKind(candidates) : otherwise
}

/** The content of a new page of an item of this type; '' when its kind does not say it soon: items wait for it. */
export async function emptyContentOf(
  given: (Kinds & Pick<Services, 'log'>) | OpenServices,
  itemType: ItemType,
): Promise<string> {
  const services = kindsIn<Kinds & Pick<Services, 'log'>>(given)
  const kind = kindOfItems(services, itemType)
  try {
    const made = await withinPatience(services, [kind], (timed) => answer(timed, kind, 'empty', []))
    if (made === null) throw new TooLate('it took too long')
    return made.value ?? ''
  } catch (error) {
    services.log.error(`the kind ${kind.id} does not say how a page begins`, error)
    return ''
  }
}

/** The readable text of a content of this kind. */
export async function textOf(given: Given, kind: PageKind, content: string): Promise<string> {
  return content === '' ? '' : ((await answer(kindsIn(given), kind, 'textOf', [content])) ?? content)
}

/** Whether the readable text of a content may differ from the content, here or on a server with other plugins. */
export function hasOtherKinds(given: Given): boolean {
  const { extensions, knownKinds } = kindsIn(given)
  return knownKinds.list().length > 0 || extensions(pageKinds).some((kind) => kind !== markdownKind)
}

/** The text indexed for search; null when it is the content itself. */
export async function searchedTextOf(services: Given, itemType: ItemType, content: string): Promise<string | null> {
  const kind = await kindOf(services, itemType, content)
  const found = kind === markdownKind ? content : await textOf(services, kind, content)
  return found === content ? null : found
}

export const isOfMissingKind = async (services: Given, itemType: ItemType, content: string): Promise<boolean> =>
  isMissing(await kindOf(services, itemType, content))

/** A content of this kind as markdown, for readers and exports; shown as source when its kind fails. */
export async function markdownOf(
  services: Given,
  kind: PageKind,
  content: string,
  setting: RenderSetting = OUT_OF_PLACE,
): Promise<string> {
  return (await renderedAs(services, kind, content, setting)) ?? asTyped(content)
}

/** @returns null when the kind fails */
const renderedAs = async (given: Given, kind: PageKind, content: string, setting: RenderSetting) =>
  content === '' ? '' : answer(kindsIn(given), kind, 'render', [content, setting])

const OUT_OF_PLACE: RenderSetting = { language: 'en', globalParams: null }

interface PlaceOfPage extends Pick<RenderSetting, 'globalParams'> {
  /** Settings of its item. */
  readonly type: ItemType
}

/**
 * A page with the HTML shown to readers: for all kinds it is produced by the one renderer, which makes it safe (threats
 * X1). @param wait 'long' for exports and prints, which have all of a page; others do not wait long for a kind
 */
export async function articleOf(
  { services: given, session }: Reader,
  { type, globalParams }: PlaceOfPage,
  content: string,
  wait?: RenderWait,
): Promise<ArticleOfKind> {
  const services = kindsIn<Kinds & Pick<Services, 'renderer'>>(given)
  const setting = { language: session.language, globalParams, ...(wait !== 'long' && { isBeginning: true }) }
  const shown = { kind: markdownKind.id }
  const made = (kinds: Kinds) => renderedByKind(kinds, { type, content, setting, shown })
  const rendered =
    wait === 'long'
      ? { value: await made(services) }
      : await withinPatience(services, services.extensions(pageKinds), made)
  if (rendered === null) return { html: sourceOf(content), headings: [], kind: shown.kind, isWhole: 'later' }
  const article = await services.renderer.render(rendered.value.markdown ?? asTyped(content), wait)
  const isWhole = rendered.value.markdown === null ? 'no' : wholenessOf(article)
  const html = htmlWithOwnImages(article.html, session.siteUrl)
  return { html, headings: article.headings, kind: shown.kind, isWhole }
}

/** Whether a page is shown as its kind renders it: its source is shown when it cannot, or until it has been done. */
type Wholeness = 'yes' | 'later' | 'no'
const wholenessOf = ({ isAsTyped, isUntried }: Article): Wholeness => (isUntried ? 'later' : isAsTyped ? 'no' : 'yes')

export interface ArticleOfKind extends Article {
  readonly kind: string
  readonly isWhole: Wholeness
}

interface Rendering {
  readonly type: ItemType
  readonly content: string
  readonly setting: RenderSetting
  /** Told the kind as soon as it is known. */
  readonly shown: { kind: string }
}

/** @returns null markdown when the kind fails */
async function renderedByKind(services: Kinds, { type, content, setting, shown }: Rendering) {
  const kind = await kindOf(services, type, content)
  shown.kind = kind.id
  return { markdown: await renderedAs(services, kind, content, setting) }
}

/**
 * How long somebody waits for what kinds make: time in which they work or sleep, or work for others before. It goes on,
 * and is kept for those who ask again. A transaction may be waiting for it as well.
 */
const PATIENCE_MS = 3_000
/** By the clock, however busy the machine is. */
const LONGEST_PATIENCE_MS = 20_000
const LONGEST_SOURCE = 20_000

/**
 * @param kinds those that may be called; loading them does not count
 * @returns null when it takes too long
 */
async function withinPatience<T, K extends Kinds>(
  services: K,
  kinds: readonly PageKind[],
  work: (timed: K) => Promise<T>,
): Promise<{ readonly value: T } | null> {
  const { kindCalls } = services
  const { promise: late, resolve } = Promise.withResolvers<null>()
  let leftMs = Infinity
  const passed = (ms: number): void => {
    leftMs -= ms
    if (leftMs <= 0) resolve(null)
  }
  const answerOf: KindCalls['answerOf'] = (kind, question, given) => kindCalls.answerOf(kind, question, given, passed)
  const made = work({ ...services, kindCalls: { ready: (all) => kindCalls.ready(all), answerOf } })
  await Promise.race([made, kindCalls.ready(kinds)])
  leftMs = PATIENCE_MS
  const stop = countdown(LONGEST_PATIENCE_MS, () => resolve(null))
  try {
    return await Promise.race([made.then((value) => ({ value })), late])
  } finally {
    stop()
  }
}

/** The beginning of a content, literally. It is shown for a moment, and rendering it could take long as well. */
const sourceOf = (content: string): string => sourceHtml(content.slice(0, LONGEST_SOURCE).toWellFormed())

/** Two states of a page as texts to compare; null when the contents themselves are compared. */
export async function comparedTexts(
  given: Given,
  itemType: ItemType,
  { before, after }: ComparedTexts,
): Promise<ComparedTexts | null> {
  const services = kindsIn(given)
  const kind = await commonKind(services, itemType, { before, after })
  return kind && answer(services, kind, 'compare', [before, after])
}

/** What changed between two states of a page, as described by its kind; empty when the kind cannot tell. */
export async function changesBetween(
  given: Given,
  itemType: ItemType,
  { before, after }: ComparedTexts,
  language: Language,
): Promise<readonly ContentChange[]> {
  if (before === after) return []
  const services = kindsIn(given)
  const kind = await commonKind(services, itemType, { before, after })
  return (kind && (await answer(services, kind, 'changes', [before, after, { language }]))) ?? []
}

/** The kind of both states; null when they differ. */
async function commonKind(
  services: Kinds,
  itemType: ItemType,
  { before, after }: ComparedTexts,
): Promise<PageKind | null> {
  const [kind, ...others] = await kindsOf(services, itemType, [before, after])
  return kind === undefined || others.some(({ id }) => id !== kind.id) ? null : kind
}

/**
 * Merges two concurrent versions of a page. A part changed by only one person is kept exactly as that person left it;
 * where the kind cannot merge, one complete content is chosen, unchanged.
 */
export async function mergedContents(
  given: Given,
  itemType: ItemType,
  sides: PageSides,
  choices: readonly MergeChoice[],
): Promise<PageMerge> {
  const services = kindsIn(given)
  const { base, mine, theirs } = sides
  if (base === mine || mine === theirs) return { content: theirs, conflicts: [] }
  if (base === theirs) return { content: mine, conflicts: [] }
  const [kind, ...others] = await kindsOf(services, itemType, [base, mine, theirs])
  const isOneKind = kind !== undefined && others.every(({ id }) => id === kind.id)
  const merged = isOneKind ? await answer(services, kind, 'merge', [sides, choices]) : null
  return merged && (await isUsable(services, kind, merged, choices)) ? merged : chosenAsWhole(sides, choices)
}

/** Whether a merge leads on: to a conflict that nobody has decided yet, or to a content that its kind recognises. */
async function isUsable(
  services: Kinds,
  kind: PageKind | undefined,
  { content, conflicts }: PageMerge,
  choices: readonly MergeChoice[],
): Promise<boolean> {
  if (content === null) return conflicts.length > choices.length
  return kind !== undefined && (await answer(services, kind, 'recognises', [content])) === true
}

const kindsOf = (services: Kinds, itemType: ItemType, contents: readonly string[]): Promise<PageKind[]> =>
  Promise.all(contents.map((content) => kindOf(services, itemType, content)))

function chosenAsWhole({ mine, theirs }: PageSides, [choice]: readonly MergeChoice[]): PageMerge {
  const content = choice === undefined ? null : choice === 'mine' ? mine : theirs
  return { content, conflicts: [{ mine, theirs }] }
}

/** The result of the kind's function; null when it has no such function, fails, or returns an invalid result. */
async function answer<Q extends KindQuestion>(
  { kindCalls }: Kinds,
  kind: PageKind,
  question: Q,
  given: readonly unknown[],
): Promise<Answer<Q> | null> {
  const asked = kind[question] as ((...given: readonly unknown[]) => unknown) | undefined
  if (!asked) return null
  const found =
    kind === markdownKind || isMissing(kind) ? asked(...given) : await kindCalls.answerOf(kind, question, given)
  const checked = ANSWERS[question].safeParse(found)
  return checked.success ? (checked.data as Answer<Q>) : null
}

/** Markdown that shows a text literally. */
function asTyped(content: string): string {
  // A page can contain more runs than a call can take arguments.
  let longest = 2
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${content}\n${fence}`
}
