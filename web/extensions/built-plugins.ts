import type { WebPlugin } from './points.ts'

/** The screens of the plugins of the product, in one file: apart, each would be a request of its own. */
export const builtPlugins = import.meta.glob<WebPlugin>('../../plugins/*/web.tsx', { eager: true, import: 'default' })
