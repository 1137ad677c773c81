import { expect, it } from 'vitest'
import { withMockAddress } from './former-mocks.ts'

it.each([
  ['/server/mock-path/5?path=/pay', '/mock-path/5&path=/pay'],
  ['/server/mock-path/5?path=%2Fpay%2F%E6%94%AF&state=a%26b', '/mock-path/5&path=/pay/%E6%94%AF?state=a%26b'],
  ['/server/mock-path/5&path=/pay?state=open', '/mock-path/5&path=/pay?state=open'],
  ['/mock-path/5?path=/pay', '/mock-path/5&path=/pay'],
  ['/server/index.php?s=/mock-path/5&path=/pay', '/mock-path/5&path=/pay'],
  ['/server/?s=mock-path/5&path=/pay?state=open&key=k', '/mock-path/5&path=/pay?state=open&key=k'],
  ['/index.php?s=%2Fmock-path%2F5&path=/pay', '/mock-path/5&path=/pay'],
  ['/server/mock-path/5', '/mock-path/5&path=/'],
  ['/server/mock-data/k1', '/mock-data/k1'],
  ['/server/mock-data/k1?state=open', '/mock-data/k1?state=open'],
  ['/server/index.php?s=/mock-data/k1', '/mock-data/k1'],
])('the address of a mock in ShowDoc, %s, is %s here', (former, here) => {
  expect(withMockAddress(former)).toBe(here)
})

it.each([
  '/mock-path/5&path=/pay?state=open',
  '/mock-path/5&path=/server/mock-data/k1',
  '/mock-data/k1',
  '/server/index.php?s=/api/mock/infoByPageId&page_id=5',
  '/5?s=/mock-data/k1',
  '/mock-templates/5',
])('any other address stays as it is: %s', (address) => {
  expect(withMockAddress(address)).toBe(address)
})
