import type { Language } from '#core/plugin.ts'
import en from '../locales/en.json' with { type: 'json' }
import zhCn from '../locales/zh-cn.json' with { type: 'json' }

const TEXTS = { en, 'zh-cn': zhCn }

/** Markdown of a small sample block to be edited. */
export function blockToStartFrom(block: 'callout' | 'diagram' | 'formula', language: Language): string {
  const { callout, diagram } = TEXTS[language]
  if (block === 'callout') return `> [!NOTE]\n> ${callout.text}`
  if (block === 'diagram') return `\`\`\`mermaid\nflowchart LR\n  A[${diagram.start}] --> B[${diagram.end}]\n\`\`\``
  return '$$\nE = mc^2\n$$'
}
