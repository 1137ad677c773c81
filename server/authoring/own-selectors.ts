/** Where an element that matches lies: it has a class of the plugin, is below one that has, or may be anywhere. */
type Place = 'own' | 'within' | 'anywhere'

/** What is around a rule: the place of what `&` stands for, null for nothing. */
export type Parent = Place | null

/**
 * The place of whatever a selector matches.
 * @param ownClass matches the beginning of a compound selector with a class of the plugin
 */
export function placeOf(selector: string, ownClass: RegExp, parent: Parent): Place {
  const isRelative = parent !== null && !selector.includes('&')
  let place: Place = isRelative ? parent : 'anywhere'
  for (const { combinator, compound } of compoundsIn(selector)) {
    const [before, isSibling] = [place, combinator === '+' || combinator === '~']
    const around: Place = before === 'within' || (before === 'own' && !isSibling) ? 'within' : 'anywhere'
    const alone = placeAlone(compound, ownClass, parent)
    place = alone === 'anywhere' ? around : alone
  }
  return place
}

interface Compound {
  /** What stands before it; a space also stands before the first. */
  readonly combinator: string
  readonly compound: string
}

function compoundsIn(selector: string): readonly Compound[] {
  const compounds: Compound[] = []
  let combinator = ' '
  for (const { text, separator } of splitAt(selector, /[\s>+~]/)) {
    if (text !== '') {
      compounds.push({ combinator, compound: text })
      combinator = ' '
    }
    if (separator.trim() !== '') combinator = separator
  }
  return compounds
}

/** Of a compound selector as such: other conditions only make it match less. */
function placeAlone(compound: string, ownClass: RegExp, parent: Parent): Place {
  const outside = withoutBrackets(compound)
  if ([...outside.matchAll(/\./g)].some(({ index }) => ownClass.test(outside.slice(index)))) return 'own'
  const places = [...compound.matchAll(/:(?:is|where)\(/gi)]
    .filter(({ index }) => outside[index] === ':')
    .map(({ 0: opening, index }) => placeOfAny(contentOf(compound, index + opening.length), ownClass, parent))
  if (parent !== null && outside.includes('&')) places.push(parent)
  return places.includes('own') ? 'own' : places.includes('within') ? 'within' : 'anywhere'
}

/** The worst of the alternatives. */
function placeOfAny(list: string, ownClass: RegExp, parent: Parent): Place {
  const places = splitList(list).map((each) => placeOf(each, ownClass, each.includes('&') ? parent : null))
  return places.includes('anywhere') ? 'anywhere' : places.includes('within') ? 'within' : 'own'
}

/** Commas in brackets, as in `:is(a, b)`, do not separate. */
export const splitList = (list: string): readonly string[] => splitAt(list, /,/).map(({ text }) => text.trim())

/** Splits at letters that are neither escaped nor in brackets. */
function splitAt(text: string, separators: RegExp): readonly { readonly text: string; readonly separator: string }[] {
  const outside = withoutBrackets(text)
  const parts: { text: string; separator: string }[] = []
  let from = 0
  for (let at = 0; at < text.length; at += 1)
    if (separators.test(outside[at] ?? '')) {
      parts.push({ text: text.slice(from, at), separator: text[at] ?? '' })
      from = at + 1
    }
  return [...parts, { text: text.slice(from), separator: '' }]
}

/** The same length, with `_` for what is in brackets or escaped. */
function withoutBrackets(text: string): string {
  let depth = 0
  return text.replaceAll(/\\[\s\S]|[([]|[)\]]|[\s\S]/g, (letter) => {
    if (')]'.includes(letter)) depth -= 1
    const hidden = depth > 0 || letter.length > 1 ? '_'.repeat(letter.length) : letter
    if ('(['.includes(letter)) depth += 1
    return hidden
  })
}

/** From there to the bracket that closes it. */
function contentOf(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if ('(['.includes(text[at] ?? '')) depth += 1
    else if (')]'.includes(text[at] ?? '')) depth -= 1
    if (depth < 0) return text.slice(from, at)
  }
  return text.slice(from)
}
