import path from 'node:path'
import type { Contribution } from '#core/extension.ts'
import type { Plugin } from '#core/plugin.ts'
import { findBuiltPlugins } from '#server/compose/plugin-loader.ts'

/** The folder of plugins as operators install them. */
const PLUGINS_FOLDER = path.resolve(import.meta.dirname, '../../plugins')

/** The contributions of the plugin `checklist`. */
export async function checklistContributions(): Promise<readonly Contribution[]> {
  const found = await findBuiltPlugins(PLUGINS_FOLDER)
  const plugin = (await found.find(({ id }) => id === 'checklist')?.load()) as Plugin
  return plugin.contributes ?? []
}

export interface ChecklistEntry {
  readonly text: string
  readonly done: boolean
}
/** The content of a checklist page. */
export const checklist = (...entries: readonly ChecklistEntry[]): string =>
  JSON.stringify({ checklist: entries }, null, 2)
export const open = (text: string): ChecklistEntry => ({ text, done: false })
export const done = (text: string): ChecklistEntry => ({ text, done: true })
