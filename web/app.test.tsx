// @vitest-environment jsdom
import { act, Component } from 'react'
import { expect, it } from 'vitest'
import { mounted } from '#tests/support/mounted.tsx'
import { App } from './app.tsx'
import { lazyScreens } from './screens.ts'

class FailingInTheEnd extends Component {
  override componentWillUnmount(): void {
    throw new Error('the end fails')
  }
  override render() {
    return <p>A screen</p>
  }
}

it('says that something went wrong when a screen fails while it goes away', async () => {
  const screens = { ...lazyScreens, login: FailingInTheEnd, register: () => <p>Another screen</p> }
  history.replaceState(null, '', '/user/login')
  const { place } = await mounted(<App screens={screens} />, {})
  expect(place.textContent).toContain('A screen')

  await act(async () => history.pushState(null, '', '/user/register'))

  await expect.poll(() => place.querySelector('h1')?.textContent).toBe('Something went wrong on this page')
})
