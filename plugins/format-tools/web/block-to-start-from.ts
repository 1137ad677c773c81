import type { Language } from '#core/plugin.ts'
import en from '../locales/en.json' with { type: 'json' }
import zhCn from '../locales/zh-cn.json' with { type: 'json' }

const TEXTS = { en, 'zh-cn': zhCn }

interface Start {
  readonly markdown: string
  /** What the writer replaces. */
  readonly sample: string
}

/** A small block to be edited. */
export function blockToStartFrom(block: 'callout' | 'details' | 'diagram' | 'formula', language: Language): Start {
  const { callout, details, diagram } = TEXTS[language]
  if (block === 'callout') return { markdown: `> [!NOTE]\n> ${callout.text}`, sample: callout.text }
  if (block === 'details') {
    const { summary } = details
    return { markdown: `<details>\n<summary>${summary}</summary>\n\n${details.text}\n\n</details>`, sample: summary }
  }
  const formula = 'E = mc^2'
  if (block === 'formula') return { markdown: `$$\n${formula}\n$$`, sample: formula }
  const chart = `flowchart LR\n  A[${diagram.start}] --> B[${diagram.end}]`
  return { markdown: `\`\`\`mermaid\n${chart}\n\`\`\``, sample: chart }
}
