import type { Dictionary } from '@blocknote/core'
import { en, zh } from '@blocknote/core/locales'

/** The rich editor's own texts; `placeholder` is shown in an empty paragraph. */
export function editorWords(language: string, placeholder: string): Dictionary {
  const words = language === 'zh-cn' ? chinese : english
  return { ...words, placeholders: { ...words.placeholders, default: placeholder } }
}

/** The pinyin of block names, in full and as initials, so that nobody has to switch the input method. */
const PINYIN: Partial<Record<keyof Dictionary['slash_menu'], readonly string[]>> = {
  heading: ['yijibiaoti', 'yjbt', 'biaoti', 'bt'],
  heading_2: ['erjibiaoti', 'ejbt', 'biaoti', 'bt'],
  heading_3: ['sanjibiaoti', 'sjbt', 'biaoti', 'bt'],
  heading_4: ['sijibiaoti', 'sjbt'],
  heading_5: ['wujibiaoti', 'wjbt'],
  heading_6: ['liujibiaoti', 'ljbt'],
  quote: ['yinyong', 'yy'],
  numbered_list: ['youxuliebiao', 'yxlb'],
  bullet_list: ['wuxuliebiao', 'wxlb'],
  check_list: ['renwuliebiao', 'rwlb'],
  paragraph: ['duanluo', 'dl'],
  code_block: ['daimakuai', 'dmk', 'daima', 'dm'],
  table: ['biaoge', 'bg'],
  image: ['tupian', 'tp'],
  file: ['wenjian', 'wj'],
  divider: ['fengexian', 'fgx'],
}

const { quote, divider, paragraph, check_list: tasks, image: picture } = zh.slash_menu
const blocks = {
  ...zh.slash_menu,
  quote: { ...quote, group: paragraph.group },
  divider: { ...divider, group: paragraph.group, subtext: '分隔上下内容' },
  check_list: {
    ...tasks,
    title: '任务列表',
    aliases: [...tasks.aliases, '任务列表', '待办', 'daiban', 'todo', 'to-do'],
  },
  image: {
    ...picture,
    aliases: picture.aliases.filter((word) => !word.includes('上传')),
    subtext: '通过地址插入图片',
  },
}

/** The Chinese dictionary has three names for one group of blocks, which would appear three times in the menu. */
const chinese: Dictionary = {
  ...zh,
  slash_menu: Object.fromEntries(
    Object.entries(blocks).map(([name, block]) => [
      name,
      { ...block, aliases: [...block.aliases, ...(PINYIN[name as keyof typeof blocks] ?? [])] },
    ]),
  ) as Dictionary['slash_menu'],
}

const {
  numbered_list: numbered,
  bullet_list: bullets,
  check_list: checks,
  code_block: code,
  table,
  image,
} = en.slash_menu

/** The English dictionary writes names of blocks with capitals, and promises what pages do not have. */
const english: Dictionary = {
  ...en,
  slash_menu: {
    ...en.slash_menu,
    numbered_list: { ...numbered, title: 'Numbered list', subtext: 'Steps in their order' },
    bullet_list: { ...bullets, title: 'Bulleted list', subtext: 'Points in any order' },
    check_list: { ...checks, title: 'Task list', aliases: [...checks.aliases, 'task list', 'todo', 'to-do'] },
    code_block: { ...code, title: 'Code block', subtext: 'In the colors of its language' },
    table: { ...table, subtext: 'Rows and columns of any number' },
    // Files from this device have an entry of their own.
    image: { ...image, aliases: image.aliases.filter((word) => !/upload/i.test(word)), subtext: 'By its address' },
  },
}
