import { createElement, forwardRef, lazy } from 'react'
import { describe, expect, it } from 'vitest'
import { contribute, extensionPoint } from '#core/extension.ts'
import { checkWebContributions, checkWebMessages, unknownPoints } from './contribution-checks.ts'
import * as points from './points.ts'

const Nothing = () => null
const named = { id: 'a', title: 'a', Component: Nothing, order: 1 }
/** A value of each point as it should be. */
const RIGHT: Readonly<Record<string, object>> = {
  adminSections: named,
  catalogActions: { Component: Nothing },
  companions: { Component: lazy(async () => ({ default: Nothing })) },
  editorTools: { id: 'a', title: 'a', place: 'insert', run: Nothing },
  headerLinks: { Component: Nothing },
  itemActions: { Component: Nothing },
  itemAddTabs: named,
  itemSettingTabs: named,
  pageActions: { Component: Nothing },
  pageFaces: { kind: 'a', edit: [{ id: 'a', title: 'a', Component: Nothing }], View: Nothing },
  pluginScreens: { path: '/hello-world/:id', Component: Nothing },
  slashCommands: { id: 'a', title: 'a', Dialog: Nothing },
}
const wrongWith = (point: string, value: unknown) => () =>
  checkWebContributions('hello', [contribute(extensionPoint<unknown>(point), value)])

describe('what a plugin contributes to the web', () => {
  it('is looked at for every point there is', () => {
    const known = Object.values(points).flatMap((value) =>
      typeof value === 'object' && 'id' in value ? [value.id] : [],
    )

    expect(Object.keys(RIGHT)).toEqual(known.toSorted())
    for (const [point, value] of Object.entries(RIGHT)) expect(wrongWith(point, value)).not.toThrow()
  })

  it.each(Object.keys(RIGHT))('is refused at %s without any one of its parts', (point) => {
    const value = RIGHT[point] ?? {}
    for (const part of Object.keys(value).filter((name) => !['place', 'View'].includes(name)))
      expect(wrongWith(point, { ...value, [part]: undefined }), part).toThrow(`its value for ${point} needs`)
    for (const nothing of [null, undefined, {}, 'text']) expect(wrongWith(point, nothing)).toThrow(point)
  })

  it('is refused at an address of somebody else, and with an id no address can hold', () => {
    for (const path of ['/12', '/abc/:id', '/item/add', '/other-world', 'hello-world'])
      expect(wrongWith('pluginScreens', { path, Component: Nothing })).toThrow('not an address of this plugin')
    expect(wrongWith('adminSections', { ...named, id: 'a/b' })).toThrow('has an id that no address can hold')
    expect(wrongWith('editorTools', { ...RIGHT['editorTools'], kinds: 'markdown' })).toThrow('editorTools')
    for (const place of ['toolbar', undefined])
      expect(wrongWith('editorTools', { ...RIGHT['editorTools'], place })).toThrow('has none of the places')
  })

  it('may be for points of other plugins, and must be a list', () => {
    for (const point of ['charts', 'boards.cards', 'constructor', '__proto__'])
      expect(wrongWith(point, 7)).not.toThrow()
    expect(() => checkWebContributions('hello', undefined)).toThrow('no list')
    expect(() => checkWebContributions('hello', [null])).toThrow('names no point')
  })

  it('is named when nobody reads it', () => {
    const given = ['charts', 'editorTools', 'boards.cards', 'notes.cards', 'charts', 'constructor', '__proto__']
    const contributes = given.map((point) => contribute(extensionPoint<unknown>(point), 7))

    expect(unknownPoints(contributes, ['hello', 'boards'])).toEqual([
      'charts',
      'notes.cards',
      'constructor',
      '__proto__',
    ])
  })

  it('is refused with an icon that cannot be shown, which would take down the screen around it', () => {
    for (const icon of [{ a: 1 }, forwardRef(Nothing), Nothing])
      expect(wrongWith('adminSections', { ...named, icon })).toThrow('has an icon that is no element')
    const face = { id: 'a', title: 'a', icon: 7, Component: Nothing }
    expect(wrongWith('pageFaces', { kind: 'a', edit: [face] })).toThrow('needs kind and edit')
    expect(wrongWith('adminSections', { ...named, icon: createElement('svg') })).not.toThrow()
  })

  it('is refused with an optional part that is something else', () => {
    const { adminSections, pageFaces, slashCommands } = RIGHT
    for (const words of [7, ['a'], {}])
      for (const [point, value] of Object.entries({ adminSections, slashCommands }))
        expect(wrongWith(point, { ...value, words })).toThrow(`its value for ${point} has words or a hint`)
    expect(wrongWith('slashCommands', { ...slashCommands, hint: () => 'hint' })).toThrow('has words or a hint')
    expect(wrongWith('slashCommands', { ...slashCommands, words: 'words', hint: 'hint' })).not.toThrow()
    for (const part of [{ opensIn: 'a' }, { begins: '{}' }, { item: 'a' }, { item: null }, { item: { title: 'a' } }])
      expect(wrongWith('pageFaces', { ...pageFaces, ...part })).toThrow('needs functions as opensIn and begins')
    const whole = { opensIn: Nothing, begins: Nothing, item: { title: 'a', hint: 'b' } }
    expect(wrongWith('pageFaces', { ...pageFaces, ...whole })).not.toThrow()
  })

  it('is refused when two values of a point have one id, and thus one address', () => {
    const both = [named, { ...named, title: 'b' }].map((value) => contribute(points.adminSections, value))
    expect(() => checkWebContributions('hello', both)).toThrow('it has two values for adminSections with the id a')
  })
})

describe('the texts of a plugin for the web', () => {
  it('are refused when they are none, because those of all others are registered with them', () => {
    const cyclic: { me?: object } = {}
    cyclic.me = cyclic
    const none = ['texts', null, { en: 'text' }, { en: { a: 'A' }, 'zh-cn': null }, { en: { a: 1 } }, { en: cyclic }]
    for (const messages of none) expect(() => checkWebMessages(messages)).toThrow('its messages are not texts by key')
    for (const messages of [undefined, { en: { a: 'A', b: { c: 'C' } } }])
      expect(() => checkWebMessages(messages)).not.toThrow()
  })
})
