// @vitest-environment jsdom
import { createInstance } from 'i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { hideToast, shownToasts } from '../parts/toast-store.ts'
import { tellStrayFaults } from './stray-faults.ts'

const activation = { isActive: true }
beforeAll(async () => {
  // Missing in jsdom.
  Object.defineProperty(navigator, 'userActivation', { value: activation, configurable: true })
  const i18n = createInstance()
  await i18n.init({ lng: 'en', resources: { en: { translation: { 'plugin.failed': '{{plugin}} failed' } } } })
  tellStrayFaults(i18n, [
    { id: 'boards', web: '/plugins/boards/web.js' },
    { id: 'notices', web: null },
  ])
})
afterEach(() => {
  for (const { id } of shownToasts()) hideToast(id)
  activation.isActive = true
})

const thrownBy = (plugin: string, error: Error = new Error('the click fails')): Error =>
  Object.assign(error, {
    stack: `${error.name}: ${error.message}\n    at run (http://here/plugins/${plugin}/web.js:1:1)`,
  })
const inHandler = (error: unknown, filename = '') => dispatchEvent(new ErrorEvent('error', { error, filename }))
const inPromise = (reason: unknown) => dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
const told = () => shownToasts().map(({ text, look }) => [text, look])

it.each([
  ['a handler', () => inHandler(thrownBy('boards'))],
  ['a handler that throws no error', () => inHandler('text', 'http://here/plugins/boards/web.js')],
  ['a promise', () => inPromise(thrownBy('boards'))],
])('a dropped-in plugin is named when %s of it fails', (_, fail) => {
  fail()

  expect(told()).toEqual([['boards failed', 'bad']])
})

it.each([
  [
    'what is given up on purpose',
    () => inPromise(thrownBy('boards', Object.assign(new Error('left'), { name: 'AbortError' }))),
  ],
  ['a request that is given up', () => inPromise(thrownBy('boards', new DOMException('left', 'AbortError')))],
  ['what is given up in a handler', () => inHandler(new DOMException('left', 'AbortError'), '/plugins/boards/web.js')],
  ['code of the product', () => inHandler(new Error('the click fails'), 'http://here/assets/app.js')],
  ['a plugin of the product', () => inHandler(thrownBy('notices'))],
])('nobody is told of %s', (_, fail) => {
  fail()

  expect(told()).toEqual([])
})

it('nobody is told of what a plugin does by itself, long after the last click', () => {
  activation.isActive = false
  inHandler(thrownBy('boards'))

  expect(told()).toEqual([])
})
