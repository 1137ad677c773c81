import type { Language } from '#core/language.ts'

const AGAIN_SECONDS = 5

const TEXTS = {
  en: {
    title: 'This site is not available at the moment',
    text: 'It cannot reach its database. This page tries again by itself every few seconds. What was saved is not lost.',
    again: 'Try again now',
  },
  'zh-cn': {
    title: '站点暂时无法访问',
    text: '目前无法连接数据库。本页面每隔几秒会自动重试，已保存的内容不会丢失。',
    again: '立即重试',
  },
} as const

/** The page shown while the database is unavailable. It loads nothing, and reloads itself without a script. */
export function awayPage(language: Language): string {
  const { title, text, again } = TEXTS[language]
  return `<!doctype html>
<html lang="${language === 'zh-cn' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta http-equiv="refresh" content="${AGAIN_SECONDS}">
<title>${title}</title>
<style>body { font: 16px/1.6 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto 0; padding: 0 1.5rem }</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="">${again}</a></p></main></body>
</html>
`
}
