import { BARE_ADDRESS, isShownAsLink } from './bare-address.ts'

/*
 * Targets of links in the text of a page: `[…](target "title")`, `![…](<target>)`, `href="target"`, `src="target"`, and
 * `[name]: target` at the beginning of a line; also addresses by themselves, where these are asked for. Code is ignored.
 */
const CODE_BLOCK = /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<fence>)[^\n]*)*(?:\n {0,3}\k<fence>[^\n]*)?/
/** The beginning of code within a line; its end is looked up, because a search for it from each would take long. */
const TICKS = /(?<!`)(?<ticks>`+)/
const LONGEST_CODE = 2_000
const INLINE = /(?<=\]\()\s{0,9}<?(?<inline>[^\s<>()]+)(?=>?[\s)])/
const QUOTED = /(?<=\s(?:href|src)=")(?<quoted>[^"<>\n]+)(?=")/
const DEFINED = /(?<=^ {0,3}\[[^\]\n]{1,500}\]:[ \t]{1,9}<?)(?<defined>[^\s<>]+)/
const finderOf = (...parts: readonly RegExp[]): RegExp =>
  new RegExp([CODE_BLOCK, TICKS, INLINE, QUOTED, DEFINED, ...parts].map(({ source }) => source).join('|'), 'gm')
const FOUND = finderOf()
const FOUND_OR_BARE = finderOf(BARE_ADDRESS)

/** What stands before every target. Most texts have none, and searching them for all of the above takes far longer. */
const MAY_LINK = /\]\(|\]:|(?:href|src)="/

/** What becomes of an address by itself: a link with this text, which it begins with, and this target. */
export interface BareLink {
  readonly text: string
  readonly target: string
}
type BareLinkFor = (address: string) => Promise<BareLink | null>

/**
 * The text with targets replaced; null from the function keeps a target.
 * @param bareFor for addresses without any notation of a link, which stay as they are without it
 */
export async function withTargets(
  text: string,
  targetFor: (target: string) => Promise<string | null>,
  bareFor: BareLinkFor | null = null,
): Promise<string> {
  if (!MAY_LINK.test(text) && (bareFor === null || !/https?:\/\//.test(text))) return text
  const known = new Map<string, string | null>()
  let [changed, kept] = ['', 0]
  // Searched once: the search takes longer than all else.
  for (const { target, found, index, isBare } of targetsIn(text, bareFor === null ? FOUND : FOUND_OR_BARE)) {
    if (isBare) {
      const link = isShownAsLink(text, index, found.length) ? await bareFor?.(target) : null
      const isWhole = link?.text === target
      if (!link || (found !== target && !isWhole)) continue
      changed += `${text.slice(kept, index)}[${link.text}](${link.target})`
      kept = index + (isWhole ? found.length : link.text.length)
      continue
    }
    const other = known.has(target) ? known.get(target) : await targetFor(target)
    known.set(target, other ?? null)
    if (other === null || other === undefined) continue
    const from = index + found.indexOf(target)
    changed += text.slice(kept, from) + other
    kept = from + target.length
  }
  return changed + text.slice(kept)
}

/**
 * The targets of a text, and the addresses by themselves that are shown as links, which may end with what follows them, in
 * their order.
 */
export function* linkTargets(text: string): Generator<Pick<Found, 'target' | 'isBare'>, void> {
  if (!MAY_LINK.test(text) && !/https?:\/\//.test(text)) return
  for (const { target, found, index, isBare } of targetsIn(text, FOUND_OR_BARE))
    if (!isBare || isShownAsLink(text, index, found.length)) yield { target, isBare }
}

interface Found {
  readonly target: string
  /** What stands at `index`, with the target in it. */
  readonly found: string
  readonly index: number
  /** Whether the target stands there without any notation of a link. */
  readonly isBare: boolean
}

function* targetsIn(text: string, of: RegExp): Generator<Found, void> {
  const finder = new RegExp(of)
  let runs: TickRuns | null = null
  for (let match = finder.exec(text); match; match = finder.exec(text)) {
    const { 0: found, groups, index } = match
    const ticks = groups?.['ticks']
    if (ticks !== undefined) {
      runs ??= new TickRuns(text)
      finder.lastIndex = runs.endOfCode(index, ticks.length) ?? index + ticks.length
      continue
    }
    const target = targetIn(groups)
    const bare = groups?.['closed'] ?? groups?.['bare']
    if (bare !== undefined) yield { target: bare, found, index, isBare: true }
    else if (target !== null) yield { target, found, index, isBare: false }
  }
}

/** Where the runs of backticks in a text are, by their length. */
class TickRuns {
  readonly #text: string
  readonly #places = new Map<number, number[]>()
  /** How many of them lie before the place that was asked for last. */
  readonly #passed = new Map<number, number>()

  constructor(text: string) {
    this.#text = text
    for (const { 0: run, index } of text.matchAll(/`+/g)) {
      const places = this.#places.get(run.length)
      if (places) places.push(index)
      else this.#places.set(run.length, [index])
    }
  }

  /** Null when the run at this place begins no code. Places are asked for in their order. */
  endOfCode(from: number, length: number): number | null {
    const places = this.#places.get(length) ?? []
    let passed = this.#passed.get(length) ?? 0
    while ((places[passed] ?? Infinity) <= from) passed += 1
    this.#passed.set(length, passed)
    const end = places[passed]
    if (end === undefined || end - from - length > LONGEST_CODE) return null
    return /\n\s*\n/.test(this.#text.slice(from + length, end)) ? null : end + length
  }
}

type Groups = Readonly<Record<string, string>> | undefined
const targetIn = (groups: Groups): string | null =>
  groups?.['inline'] ?? groups?.['quoted'] ?? groups?.['defined'] ?? null

/** Splits a target before its `?` or `#`. */
export function splitTarget(target: string): { readonly place: string; readonly rest: string } {
  const at = target.search(/[?#]/)
  return at === -1 ? { place: target, rest: '' } : { place: target.slice(0, at), rest: target.slice(at) }
}
