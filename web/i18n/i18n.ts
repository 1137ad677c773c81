import { createInstance, type BackendModule, type i18n, type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#core/context.ts'
import type { Texts } from '../session/boot.ts'
import { rememberInCookie } from '../session/cookies.ts'

const files = import.meta.glob<{ default: object }>('./{en,zh-cn}/*.json')

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read: (language, namespace, answer) => void readTexts(language, namespace, answer),
}

async function readTexts(language: string, namespace: string, answer: ReadCallback): Promise<void> {
  const load = files[`./${language}/${namespace}.json`]
  if (load) answer(null, (await load()).default)
  else answer(new Error(`no texts ${namespace} in ${language}`), false)
}

/** The texts in one language. Those of `texts` are there at once, other namespaces come when a screen needs them. */
export async function startTexts(language: Language, texts: Texts): Promise<i18n> {
  const instance = createInstance()
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: ['zh-cn', 'en'],
      // Without it i18next looks for `zh-CN` and silently shows English.
      lowerCaseLng: true,
      load: 'currentOnly',
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: { [language]: texts },
      interpolation: { escapeValue: false },
      initAsync: false,
    })
  return instance
}

/** Shows everything in the other language, now and in the documents to come. */
export async function chooseLanguage(i18n: i18n, language: Language): Promise<void> {
  rememberInCookie('language', language)
  document.documentElement.lang = htmlLang(language)
  await i18n.changeLanguage(language)
}

/** As the `lang` attribute writes it. */
export const htmlLang = (language: string): string => (language === 'zh-cn' ? 'zh-CN' : 'en')
