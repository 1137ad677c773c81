import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Breakable } from './breakable.tsx'

const drawn = (name: string): string => renderToStaticMarkup(<Breakable name={name} />)

it('a name may break after each sign within it, and nowhere else', () => {
  expect(drawn('a.very-long_user@example/org')).toBe('a.<wbr/>very-<wbr/>long_<wbr/>user@<wbr/>example/<wbr/>org')
  for (const name of ['', 'person1', '.hidden', 'ends.', '支付平台']) expect(drawn(name)).toBe(name)
})

it('an address breaks after its parts and parameters, and not within its scheme', () => {
  expect(drawn('https://docs.example.org/login?username=mei&time=1').split('<wbr/>')).toEqual([
    'https://docs.',
    'example.',
    'org/',
    'login?',
    'username=',
    'mei&amp;',
    'time=',
    '1',
  ])
})
