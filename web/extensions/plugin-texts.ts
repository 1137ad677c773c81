import { useTranslation } from 'react-i18next'
import type { WebMessages } from './points.ts'

type KeyOf<M, Prefix extends string = ''> = {
  [K in keyof M & string]: M[K] extends string ? `${Prefix}${K}` : KeyOf<M[K], `${Prefix}${K}.`>
}[keyof M & string]
type Values = Readonly<Record<string, string | number>>

/** The i18n namespace of a plugin's texts: its id alone may be the name of texts of the product. */
export const textsOf = (pluginId: string): string => `plugin/${pluginId}`

/** A hook for a plugin's own texts with typed keys: `const usePluginText = pluginTexts<typeof en>('my-plugin')`. */
export const pluginTexts =
  <M extends WebMessages>(pluginId: string) =>
  (): ((key: KeyOf<M>, values?: Values) => string) => {
    // The types of i18next include the product's namespaces only.
    const { t } = useTranslation(textsOf(pluginId) as never)
    const text = t as (key: string, values: Values) => string
    return (key, values = {}) => text(key, values)
  }
