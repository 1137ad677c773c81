import { isValidElement } from 'react'
import type { Contribution } from '#core/extension.ts'
import {
  adminSections,
  catalogActions,
  companions,
  editorTools,
  headerLinks,
  itemActions,
  itemAddTabs,
  itemSettingTabs,
  pageActions,
  pageFaces,
  pluginScreens,
  slashCommands,
  type ToolPlace,
} from './points.ts'
import { isScreenPathOf } from './screen-address.ts'

type Value = Readonly<Record<string, unknown>>
/** What is wrong with a value; null for nothing. */
type Check = (value: Value, pluginId: string) => string | null

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
/** A function, or a component made by React's `lazy`, `memo` or `forwardRef`. */
const isComponent = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)
const isStringIfAny = (value: unknown): boolean => value === undefined || typeof value === 'string'
const isFunctionIfAny = (value: unknown): boolean => value === undefined || typeof value === 'function'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isFace = (face: unknown): boolean => {
  const { id, title, icon, Component } = (face ?? {}) as Value
  return isText(id) && isText(title) && isShowable(icon) && isComponent(Component)
}

/** What React can render, as an icon or in its place. */
const isShowable = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string' || isValidElement(value)

const needs =
  (names: string, isRight: (value: Value) => boolean): Check =>
  (value) =>
    isRight(value) ? null : `needs ${names}`

const component = needs('a Component', ({ Component }) => isComponent(Component))
const tab = needs(
  'id, title, order and a Component',
  ({ id, title, order, Component }) =>
    isText(id) && isText(title) && typeof order === 'number' && isComponent(Component),
)
const addressed: Check = (value, pluginId) =>
  tab(value, pluginId) ?? (/^[a-z0-9-]+$/.test(value['id'] as string) ? null : 'has an id that no address can hold')
const tool = needs(
  'id, title, and run or a Dialog',
  ({ id, title, run, Dialog, kinds = [] }) =>
    isText(id) && isText(title) && (typeof run === 'function' || isComponent(Dialog)) && isTexts(kinds),
)
/** At any other place nobody would see it. */
const PLACES: readonly unknown[] = ['save', 'insert', 'format'] satisfies ToolPlace[]
const placed: Check = (value, pluginId) =>
  tool(value, pluginId) ?? (PLACES.includes(value['place']) ? null : 'has none of the places save, insert and format')
/** What it is found by, or described with. */
const worded =
  (check: Check): Check =>
  (value, pluginId) =>
    check(value, pluginId) ??
    (isStringIfAny(value['words']) && isStringIfAny(value['hint'])
      ? null
      : 'has words or a hint that are no key of a text')
/** Items of a kind are offered under these names. */
const isOffer = (item: unknown): boolean => {
  const { title, hint } = (item ?? {}) as Value
  return item === undefined || (isText(title) && isText(hint))
}
const faces = needs(
  'kind and edit, a list of faces with id, title and a Component',
  ({ kind, edit, View }) =>
    isText(kind) && Array.isArray(edit) && edit.every(isFace) && (View === undefined || isComponent(View)),
)
const facesInAll: Check = (value, pluginId) =>
  faces(value, pluginId) ??
  needs(
    'functions as opensIn and begins, and an item with title and hint, where it has them',
    ({ opensIn, begins, item }) => isFunctionIfAny(opensIn) && isFunctionIfAny(begins) && isOffer(item),
  )(value, pluginId)

const CHECKS: Readonly<Record<string, Check>> = {
  [adminSections.id]: worded(addressed),
  [catalogActions.id]: component,
  [companions.id]: component,
  [editorTools.id]: placed,
  [headerLinks.id]: component,
  [itemActions.id]: component,
  [itemAddTabs.id]: tab,
  [itemSettingTabs.id]: addressed,
  [pageActions.id]: needs(
    'a Component, and a component as its Dialog if it has one',
    ({ Component, Dialog }) => isComponent(Component) && (Dialog === undefined || isComponent(Dialog)),
  ),
  [pageFaces.id]: facesInAll,
  [pluginScreens.id]: (value, pluginId) =>
    needs('path and a Component', ({ path, Component }) => isText(path) && isComponent(Component))(value, pluginId) ??
    (isScreenPathOf(pluginId, value['path'] as string)
      ? null
      : `is at ${value['path'] as string}, which is not an address of this plugin`),
  [slashCommands.id]: worded(tool),
}

/** None for a point of another plugin, and for names such as `constructor`. */
const checkAt = (point: string): Check | undefined => (Object.hasOwn(CHECKS, point) ? CHECKS[point] : undefined)

/**
 * Whether a contribution can be rendered: an incomplete value would break the screen that shows it.
 * @throws Error with the problem
 */
export function checkWebContributions(pluginId: string, contributes: unknown): void {
  if (!Array.isArray(contributes)) throw new Error('it has no list of contributions')
  const named = new Set<string>()
  for (const contribution of contributes as readonly (Contribution | null)[]) {
    const { point, value } = contribution ?? {}
    if (!isText(point?.id)) throw new Error('a contribution names no point')
    const wrong = checkAt(point?.id ?? '')?.((value ?? {}) as Value, pluginId)
    if (wrong) throw new Error(`its value for ${point?.id} ${wrong}`)
    const { id, icon } = (value ?? {}) as Value
    if (!isShowable(icon)) throw new Error(`its value for ${point?.id} has an icon that is no element`)
    const name = `${point?.id} ${String(id)}`
    if (isText(id) && named.has(name)) throw new Error(`it has two values for ${point?.id} with the id ${String(id)}`)
    named.add(name)
  }
}

/**
 * The points among these that nobody reads: neither the product's, nor named after a running plugin, as a point of its own
 * is (`boards.cards`).
 */
export const unknownPoints = (
  contributes: readonly Contribution<unknown>[],
  runningIds: readonly string[],
): readonly string[] => {
  const isKnown = (name: string): boolean =>
    Object.hasOwn(CHECKS, name) || runningIds.some((id) => name.startsWith(`${id}.`))
  return [...new Set(contributes.map(({ point }) => point.id))].filter((name) => !isKnown(name))
}

/** Texts deeper than this refer to themselves. */
const DEEPEST = 8

/**
 * Whether texts can be registered: those of all plugins are, one after another.
 * @throws Error with the problem
 */
export function checkWebMessages(messages: unknown): void {
  if (messages !== undefined && !areTexts(messages, 0)) throw new Error('its messages are not texts by key')
}

function areTexts(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > DEEPEST) return false
  return Object.values(value).every((text) => (depth > 0 && typeof text === 'string') || areTexts(text, depth + 1))
}
