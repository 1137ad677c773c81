import { pinyin } from 'pinyin-pro'

/** The pronunciations of a title, in the letters and digits people type for it. */
export interface Sounds {
  /** All syllables: `shujuku2` of 数据库 2. */
  readonly full: string
  /** Their initials: `sjk2`. */
  readonly initials: string
}

/** Both empty when the title contains no Chinese. */
export function soundsOf(title: string): Sounds {
  const syllables = syllablesOf(title)
  return {
    full: syllables.map(({ sound }) => sound).join(''),
    initials: syllables.map(({ sound }) => sound[0]).join(''),
  }
}

/**
 * The part of the title that a lower-case word sounds like: in full, starting at a syllable, or by initials. Null when
 * there is none.
 */
export function heardIn(title: string, word: string): string | null {
  const syllables = syllablesOf(title)
  for (let from = 0; from < syllables.length; from += 1) {
    const to = endOfFull(syllables, from, word) ?? endOfInitials(syllables, from, word)
    const stretch = syllables.slice(from, to ?? from)
    if (stretch.some(({ isChinese }) => isChinese)) {
      return title.slice(stretch[0]?.start, stretch.at(-1)?.end)
    }
  }
  return null
}

interface Syllable {
  readonly sound: string
  readonly isChinese: boolean
  /** Its position in the title. */
  readonly start: number
  readonly end: number
}

/** Longer titles are cut. */
const MOST_CHARACTERS = 300

function syllablesOf(title: string): readonly Syllable[] {
  if (!/\p{Script=Han}/u.test(title)) return []
  const characters = [...title.slice(0, MOST_CHARACTERS)]
  // One entry per character, so that positions are known. Ambiguous characters are read according to their neighbours.
  const sounds = pinyin(characters.join(''), { toneType: 'none', type: 'array', v: true })
  if (sounds.length !== characters.length) return []
  const syllables: Syllable[] = []
  let start = 0
  for (const [at, character] of characters.entries()) {
    const end = start + character.length
    const isChinese = /^\p{Script=Han}$/u.test(character)
    const sound = (isChinese ? sounds[at] : character)?.toLowerCase() ?? ''
    if (/^[a-z\d]+$/.test(sound)) syllables.push({ sound, isChinese, start, end })
    start = end
  }
  return syllables
}

/** The last syllable may be incomplete: results are shown while people type. */
function endOfFull(syllables: readonly Syllable[], from: number, word: string): number | null {
  let rest = word
  for (let at = from; at < syllables.length; at += 1) {
    const { sound } = syllables[at] ?? { sound: '' }
    if (sound.startsWith(rest)) return at + 1
    if (!rest.startsWith(sound)) return null
    rest = rest.slice(sound.length)
  }
  return null
}

function endOfInitials(syllables: readonly Syllable[], from: number, word: string): number | null {
  const isHere = [...word].every((letter, at) => syllables[from + at]?.sound[0] === letter)
  return isHere ? from + word.length : null
}
