// @vitest-environment jsdom
import { act, createElement, useState, type ReactNode } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { Slot } from '../slot.tsx'
import { jsx } from './jsx-runtime.ts'
import Host, * as host from './react.ts'

type Effect = () => () => void
const nothing = () => null
const HOOKS: Readonly<Record<string, readonly ((effect: Effect, deps: readonly []) => void)[]>> = {
  useEffect: [host.useEffect, Host.useEffect],
  useInsertionEffect: [host.useInsertionEffect, Host.useInsertionEffect],
  useLayoutEffect: [host.useLayoutEffect, Host.useLayoutEffect],
  useSyncExternalStore: [host.useSyncExternalStore, Host.useSyncExternalStore].map(
    (use) => (effect: Effect) => void use(effect, nothing, nothing),
  ),
}

const fail = () => {
  throw new Error('the end fails')
}

/** A screen that a part can leave, beside what somebody has typed; gives what was typed, and what was reported. */
async function leave(part: ReactNode) {
  const told = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', told)
  const Screen = () => {
    const [isOpen, setOpen] = useState(true)
    return (
      <>
        <input aria-label="Text" />
        <button onClick={() => setOpen(false)}>Close</button>
        {isOpen && <Slot pluginId="boards">{part}</Slot>}
      </>
    )
  }
  const { place } = await mounted(<Screen />, {})
  const field = place.querySelector('input')
  if (field) field.value = 'typed'
  await act(async () => place.querySelector('button')?.click())
  return { typed: place.querySelector('input')?.value, told: told.mock.calls }
}
const FAILURE = [new Error('the end fails')]

it.each(Object.entries(HOOKS))(
  'keeps the screen, and what is typed there, when the end of %s fails',
  async (_, hooks) => {
    const begin = vi.fn<() => void>()
    const effect = () => {
      begin()
      return fail
    }
    const Part = () => {
      for (const hook of hooks) hook(effect, [])
      return null
    }

    expect(await leave(<Part />)).toEqual({ typed: 'typed', told: [FAILURE, FAILURE] })
    expect(begin).toHaveBeenCalledTimes(2)
  },
)

class WithField extends host.Component {
  override componentWillUnmount = WithField.prototype.end
  end() {
    return fail()
  }
  override render() {
    return null
  }
}
class WithMethod extends Host.PureComponent {
  override componentWillUnmount() {
    fail()
  }
  override render() {
    return null
  }
}
/** A class as older compilers write it. */
function Compiled(this: object, props: object) {
  Reflect.apply(host.Component as never, this, [props])
}
Compiled.prototype = Object.create(host.Component.prototype) as object
Object.assign(Compiled.prototype, { render: () => null, componentWillUnmount: fail })

class AllFields extends host.Component {
  override render = () => null
  override componentWillUnmount = fail
}
class InConstructor extends Host.Component {
  constructor(props: object) {
    super(props)
    this.render = () => null
    this.componentWillUnmount = fail
  }
}
class LaterOn extends host.Component {
  override render = () => null
  override componentDidMount() {
    this.componentWillUnmount = fail
  }
}
class Bound extends host.PureComponent {
  constructor(props: object) {
    super(props)
    this.componentWillUnmount = this.componentWillUnmount.bind(this)
  }
  override componentWillUnmount() {
    fail()
  }
  override render = () => null
}
class OfNothing extends host.Component {
  override render = () => null
}
Object.defineProperty(OfNothing.prototype, 'componentWillUnmount', { get: fail })
/** A compiled class whose constructor gives all members. */
function CompiledFields(this: object, props: object) {
  Reflect.apply(host.Component as never, this, [props])
  Object.assign(this, { render: () => null, componentWillUnmount: fail })
}
CompiledFields.prototype = Object.create(host.Component.prototype) as object
const Passed = host.forwardRef<AllFields>((_, ref) => jsx(AllFields, { ref }))
const Kept = host.memo(AllFields)
const Later = host.lazy(async () => ({ default: AllFields }))

const onlyNull = (value: unknown) => {
  if (value === null) fail()
}
const Handle = () => {
  host.useImperativeHandle(onlyNull, () => 7)
  return null
}

it.each<readonly [string, () => ReactNode]>([
  ['componentWillUnmount as a field', () => <WithField />],
  ['componentWillUnmount as a method', () => <WithMethod />],
  ['componentWillUnmount of a compiled class', () => createElement(Compiled as never)],
  ['componentWillUnmount of a class whose members are all fields', () => <AllFields />],
  ['componentWillUnmount given in the constructor', () => <InConstructor />],
  ['componentWillUnmount given once it is shown', () => <LaterOn />],
  ['componentWillUnmount bound to its instance', () => <Bound />],
  ['reading componentWillUnmount', () => <OfNothing />],
  ['componentWillUnmount of a compiled class with fields', () => createElement(CompiledFields as never)],
  ['componentWillUnmount of a class behind forwardRef', () => <Passed />],
  ['componentWillUnmount of a class behind memo', () => <Kept />],
  ['componentWillUnmount of a class behind lazy', () => <Later />],
  ['what a ref callback returns', () => jsx('p', { ref: () => fail })],
  ['a ref callback that is called with null', () => host.createElement('p', { ref: onlyNull })],
  ['a ref callback that is given later', () => host.cloneElement(<p />, { ref: onlyNull } as object)],
  ['a ref that a component passes on', () => jsx(({ ref }: { ref?: never }) => jsx('p', { ref }), { ref: onlyNull })],
  ['useImperativeHandle', () => <Handle />],
])('keeps the screen, and what is typed there, when %s fails at its end', async (_, part) => {
  expect(await leave(part())).toEqual({ typed: 'typed', told: [FAILURE] })
})

it('keeps a ref what it was, so that React does not attach it anew with each rendering', async () => {
  const ref = vi.fn<(value: unknown) => void>()
  const Part = () => {
    const [count, setCount] = useState(0)
    return jsx('button', { ref, onClick: () => setCount(count + 1), children: count })
  }
  const { place } = await mounted(<Part />, {})

  await act(async () => place.querySelector('button')?.click())

  expect(place.textContent).toBe('1')
  expect(ref).toHaveBeenCalledOnce()
})

it('takes a part off the screen whose effect always causes the next one, and nothing else', async () => {
  // So that it does not depend on how fast the machine is.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Endless = () => {
    const [count, setCount] = useState(0)
    host.useEffect(() => setCount(count + 1))
    return createElement('p', null, 'endless')
  }

  const { place } = await mounted(
    <>
      <p>beside</p>
      <Slot pluginId="boards">{<Endless />}</Slot>
    </>,
    {},
  )

  expect(place.textContent).toContain('beside')
  expect(place.textContent).not.toContain('endless')
})
