import type { WebPlugin } from './points.ts'

/** The screens of the product's plugins, in one file: separately, each would be a request of its own. */
export const builtPlugins = import.meta.glob<WebPlugin>('../../plugins/*/web.tsx', { eager: true, import: 'default' })
