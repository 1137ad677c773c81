import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { can, id, idOrNone, kindOf, markdownOf, wired, type Context, type Document } from '#core/plugin.ts'
import { commentsIn, type Comment } from './comment.ts'
import { lettersIn, mostPassagesIn, passageIn, type Letters, type PassageState } from './passage.ts'
import type { Discussed } from './who-comments.ts'

const CommentView = z.object({
  commentId: id(),
  /** '' when the account is deleted. */
  username: z.string(),
  /** The person's display name, else the username. */
  authorName: z.string(),
  isOwn: z.boolean(),
  /** '' after it was deleted with existing replies. */
  text: z.string(),
  isRemoved: z.boolean(),
  mayDelete: z.boolean(),
  at: wired('comment_time', z.date()),
  isEdited: z.boolean(),
})

const ThreadView = z.object({
  threadId: id(),
  /** The selected text; '' for a comment on the whole page. */
  quote: z.string(),
  before: z.string(),
  after: z.string(),
  /** none: it is about the whole page, or the page is too long to look for all of its passages. */
  passage: z.enum(['none', 'there', 'changed', 'gone']),
  isResolved: z.boolean(),
  resolvedBy: z.string(),
  comments: z.array(CommentView),
})

export const DiscussionView = z.object({
  pageId: id(),
  itemId: idOrNone(),
  /** Whether the caller can see and write comments on the page. */
  mayComment: z.boolean(),
  /** How many threads are open. */
  openCount: z.number(),
  threads: z.array(ThreadView),
})

type Kept = Document<Comment>

/**
 * The threads of a page, oldest first; none for callers who may not see them.
 * @param wishes findsPassages: whether to say where the passages are now, for which the page is rendered
 */
export async function discussionView(
  ctx: Context,
  discussed: Discussed,
  { findsPassages } = { findsPassages: true },
): Promise<z.input<typeof DiscussionView>> {
  const { page, item, access, isOpenToCaller } = discussed
  const nothing = { pageId: page.id, itemId: item.id, mayComment: false, openCount: 0, threads: [] }
  if (!isOpenToCaller) return nothing
  const kept = (await commentsIn(ctx).find({ pageId: page.id })).list.toSorted((a, b) => a.id - b.id)
  const nameOf = await namesOf(ctx, kept)
  const letters =
    findsPassages && kept.some(({ data }) => data.anchor !== null) ? await lettersOfPage(ctx, discussed) : null
  const mayDelete = (comment: Kept): boolean =>
    !access.isArchived && !comment.data.isRemoved && (isByCaller(ctx, comment) || can(access, 'manage'))
  const roots = kept.filter(({ data }) => data.threadId === 0)
  const states = letters ? await passageStates(roots, letters) : new Map<number, PassageState>()
  const answers = Map.groupBy(kept, ({ data }) => data.threadId)
  const threads = roots.map((root) =>
    threadView(root, [root, ...(answers.get(root.id) ?? [])], { ctx, nameOf, states, mayDelete }),
  )
  const openCount = threads.filter(({ isResolved }) => !isResolved).length
  return { ...nothing, mayComment: !access.isArchived, openCount, threads }
}

export const isByCaller = ({ actor }: Pick<Context, 'actor'>, { data }: Kept): boolean =>
  actor.kind === 'user' && actor.id === data.authorId

interface Around {
  readonly ctx: Context
  readonly nameOf: (userId: number) => { readonly username: string; readonly authorName: string }
  /** By thread; those that were not looked for are missing. */
  readonly states: ReadonlyMap<number, PassageState>
  mayDelete(comment: Kept): boolean
}

function threadView(root: Kept, comments: readonly Kept[], { ctx, nameOf, states, mayDelete }: Around) {
  const { anchor, isResolved, resolvedById } = root.data
  return {
    threadId: root.id,
    quote: anchor?.quote ?? '',
    before: anchor?.before ?? '',
    after: anchor?.after ?? '',
    passage: states.get(root.id) ?? ('none' as const),
    isResolved,
    resolvedBy: isResolved ? nameOf(resolvedById).authorName : '',
    comments: comments.map((comment) => ({
      commentId: comment.id,
      ...nameOf(comment.data.authorId),
      isOwn: isByCaller(ctx, comment),
      text: comment.data.text,
      isRemoved: comment.data.isRemoved,
      mayDelete: mayDelete(comment),
      at: comment.at,
      isEdited: comment.data.editedAt !== 0,
    })),
  }
}

/** Of the newest passages, as many as the page allows; others get their turn after each long search. */
async function passageStates(
  roots: readonly Kept[],
  letters: SearchedLetters,
): Promise<ReadonlyMap<number, PassageState>> {
  const states = new Map<number, PassageState>()
  const anchored = roots.filter(({ data }) => data.anchor !== null).slice(-mostPassagesIn(letters))
  let looked = 0
  for (const { id: threadId, data } of anchored) {
    if (data.anchor) states.set(threadId, passageIn(letters, data.anchor).state)
    looked += letters.text.length
    if (looked < LETTERS_AT_ONCE) continue
    looked = 0
    await setImmediate()
  }
  return states
}
const LETTERS_AT_ONCE = 1_000_000

async function namesOf({ store }: Context, kept: readonly Kept[]): Promise<Around['nameOf']> {
  const ids = new Set(kept.flatMap(({ data }) => [data.authorId, data.resolvedById]).filter((userId) => userId > 0))
  const people = new Map((await store.users.byIds([...ids])).map((person) => [person.id, person]))
  return (userId) => {
    const person = people.get(userId)
    return { username: person?.username ?? '', authorName: person ? person.name || person.username : '' }
  }
}

/** The rendered text: passages are selected there, not in the source. Null for one that is too long to be searched. */
async function lettersOfPage(ctx: Context, { item, page }: Discussed): Promise<SearchedLetters | null> {
  const { services, session } = ctx
  const kind = await kindOf(services, item.type, page.content)
  const setting = { language: session.language, globalParams: item.globalParams }
  const article = await services.renderer.render(await markdownOf(services, kind, page.content, setting))
  if (article.html.length > LONGEST_HTML) return null
  // The renderer remembers articles, so every reader of a page gets the same one.
  const known = lettersOfArticles.get(article) ?? lettersOfHtml(article.html)
  lettersOfArticles.set(article, known)
  return known
}
const LONGEST_HTML = 4_000_000
type SearchedLetters = Pick<Letters, 'text'>
const lettersOfArticles = new WeakMap<object, Promise<SearchedLetters>>()

/** In pieces, between which others get their turn. */
export async function lettersOfHtml(html: string): Promise<SearchedLetters> {
  let text = ''
  for (let from = 0; from < html.length;) {
    const end = html.indexOf('</', from + HTML_AT_ONCE)
    const to = end < 0 ? html.length : end
    text += lettersIn(textOfHtml(html.slice(from, to)))
    from = to
    if (from < html.length) await setImmediate()
  }
  return { text }
}
const HTML_AT_ONCE = 100_000

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text of HTML made by our own renderer. */
export const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
    })
