import type { Dictionary } from '@blocknote/core'
import { en, zh } from '@blocknote/core/locales'

/** What the rich editor says of its own; `placeholder` is shown in an empty paragraph. */
export function editorWords(language: string, placeholder: string): Dictionary {
  const words = language === 'zh-cn' ? chinese : en
  return { ...words, placeholders: { ...words.placeholders, default: placeholder } }
}

const { quote, divider, paragraph, check_list: tasks } = zh.slash_menu

/** Their Chinese calls one group of blocks by three names, and it would stand in the menu three times. */
const chinese: Dictionary = {
  ...zh,
  slash_menu: {
    ...zh.slash_menu,
    quote: { ...quote, group: paragraph.group },
    divider: { ...divider, group: paragraph.group, subtext: '分隔上下内容' },
    check_list: { ...tasks, title: '任务列表', aliases: [...tasks.aliases, '任务列表'] },
  },
}
