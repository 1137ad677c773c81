import { createInstance, type BackendModule, type i18n, type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#core/language.ts'
import type { Texts } from '../session/boot.ts'
import { beforeNextAttempt, NotLoaded } from '../parts/attempts.ts'
import { rememberInCookie } from '../session/cookies.ts'

/** Namespaces that could not be loaded. */
const missing = new Set<string>()

const backendOf = (instance: i18n): BackendModule => ({
  type: 'backend',
  init() {},
  read: (language, namespace, answer) => void readTexts(instance, language, namespace, answer),
})

async function readTexts(instance: i18n, language: string, namespace: string, answer: ReadCallback): Promise<void> {
  try {
    const { textFiles } = await import('./text-files.ts')
    const texts = await textFiles[`./${language}/${namespace}.json`]?.()
    missing.delete(namespace)
    answer(null, texts?.default)
  } catch (error) {
    missing.add(namespace)
    beforeNextAttempt(() => instance.reloadResources(language, namespace))
    answer(error as Error, false)
  }
}

/**
 * The texts in one language. Those of `texts` are available immediately, other namespaces are loaded when a screen
 * needs them.
 */
export async function startTexts(language: Language, texts: Texts): Promise<i18n> {
  const instance = createInstance()
  await instance
    .use(backendOf(instance))
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: ['zh-cn', 'en'],
      // Otherwise i18next looks for `zh-CN` and silently uses English.
      lowerCaseLng: true,
      load: 'currentOnly',
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: { [language]: texts },
      // Components rendered without their texts count as not loaded, so that loading is retried.
      parseMissingKeyHandler(key: string, _shown: string | undefined, { ns }: { readonly ns: string }) {
        if (missing.has(ns)) throw new NotLoaded(`the texts ${ns} could not be loaded`)
        return key
      },
      interpolation: { escapeValue: false },
      initAsync: false,
    })
  return instance
}

/**
 * Switches to the other language, now and for later documents. Throws, without any change, when its texts cannot be
 * loaded.
 */
export async function chooseLanguage(i18n: i18n, language: Language): Promise<void> {
  await i18n.reloadResources(language)
  if (missing.size > 0) throw new NotLoaded(`the texts in ${language} could not be loaded`)
  rememberInCookie('language', language)
  document.documentElement.lang = htmlLang(language)
  await i18n.changeLanguage(language)
}

/** In the format of the `lang` attribute. */
export const htmlLang = (language: string): string => (language === 'zh-cn' ? 'zh-CN' : 'en')
