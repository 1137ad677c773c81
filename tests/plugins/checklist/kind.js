/** The entries of a checklist; null for what is none. */
function entriesIn(content) {
  if (!content.startsWith('{')) return null
  try {
    const entries = JSON.parse(content).checklist
    return Array.isArray(entries) && entries.every(isEntry) ? entries : null
  } catch {
    return null
  }
}

const isEntry = (entry) => typeof entry?.text === 'string' && typeof entry.done === 'boolean'
const written = (entries) => JSON.stringify({ checklist: entries }, null, 2)
const lineOf = ({ text, done }) => `- [${done ? 'x' : ' '}] ${text.replaceAll(/\s+/g, ' ')}`
const linesOf = (content) => (entriesIn(content) ?? []).map(lineOf).join('\n')
const find = (entries, text) => entries.find((entry) => entry.text === text) ?? null
const isSame = (one, other) => one?.done === other?.done

export const pageKind = {
  id: 'checklist',
  module: import.meta.url,
  itemTypes: ['table'],
  recognises: (content) => entriesIn(content) !== null,
  empty: () => written([]),
  textOf: (content) =>
    entriesIn(content)
      .map(({ text }) => text)
      .join('\n'),
  render: (content) => linesOf(content).replaceAll('<', '&lt;'),
  compare: (before, after) => ({ before: linesOf(before), after: linesOf(after) }),

  /** Entry by entry: what only one side has added, ticked off or removed, is so. */
  merge(sides, choices) {
    const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map(entriesIn)
    const conflicts = []
    const merged = []
    for (const text of new Set([...theirs, ...mine, ...base].map((entry) => entry.text))) {
      const [before, own, other] = [base, mine, theirs].map((entries) => find(entries, text))
      let kept = isSame(own, before) ? other : own
      if (!isSame(own, before) && !isSame(other, before) && !isSame(own, other)) {
        kept = choices[conflicts.length] === 'mine' ? own : other
        conflicts.push({ mine: own ? lineOf(own) : '', theirs: other ? lineOf(other) : '' })
      }
      if (kept) merged.push(kept)
    }
    return { content: choices.length < conflicts.length ? null : written(merged), conflicts }
  },
}
