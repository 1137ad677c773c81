import { describe, expect, it } from 'vitest'
import { mayLieAt, naming, relayHostsIn } from './relay-hosts.ts'

const HOSTS = relayHostsIn(
  ' api.example.com, *.Example.org:8443 ,erp.lan=10.1.2.0/24,erp.lan=fd00::/64,[fd00::7]:90=fd00::7,10.9.9.9=10.9.9.9,münchen.example,',
)
const isNamed = (url: string): boolean => naming(HOSTS, new URL(url)).length > 0

describe('the hosts an operator allows', () => {
  it.each([
    'http://api.example.com/',
    'https://API.example.com:443/x',
    'https://api.example.com:80/',
    'https://a.example.org:8443/',
    'https://a.b.example.org:8443/',
    'http://erp.lan/',
    'http://[fd00:0::7]:90/',
    'http://10.9.9.9/',
    'https://münchen.example/',
  ])('match %s', (url) => {
    expect(isNamed(url)).toBe(true)
  })

  it.each([
    'http://api.example.com:8080/',
    'http://api.example.com./',
    'http://x.api.example.com/',
    'http://api.example.com.evil.test/',
    'https://example.org:8443/',
    'https://a.example.org/',
    'https://evilexample.org:8443/',
    'https://a.example.org:8444/',
    'http://[fd00::7]/',
    'http://10.9.9.8/',
  ])('do not match %s', (url) => {
    expect(isNamed(url)).toBe(false)
  })

  it('are reached at public addresses, or in the networks beside their names', () => {
    const at = (url: string, address: string) => mayLieAt(naming(HOSTS, new URL(url)), address)

    expect([at('http://api.example.com', '1.1.1.1'), at('http://api.example.com', '2606:4700::1111')]).toEqual([
      true,
      true,
    ])
    expect([at('http://erp.lan', '10.1.2.255'), at('http://erp.lan', 'fd00::1')]).toEqual([true, true])
    expect([
      at('http://erp.lan', '10.1.3.0'),
      at('http://erp.lan', 'fd01::1'),
      at('http://erp.lan', '1.1.1.1'),
    ]).toEqual([false, false, false])
  })

  it.each([
    ['https://api.example.com', /must be hosts such as/],
    ['api.example.com/x', /must be hosts/],
    ['api.example.com:0', /must be hosts/],
    ['api.example.com:70000', /must be hosts/],
    ['*', /must be hosts/],
    ['*.', /must be hosts/],
    ['a.*.example.com', /must be hosts/],
    ['user@api.example.com', /must be hosts/],
    ['erp.lan=10.0.0.0/8=x', /must be hosts/],
    ['erp.lan=10.0.0.0/33', /must have a network/],
    ['erp.lan=', /must have a network/],
    ['erp.lan=here', /must have a network/],
    ['*.10.0.0.1=10.0.0.1', /nothing lies below/],
    ['10.0.0.1', /must name the network.*10\.0\.0\.1=10\.0\.0\.1/],
    ['[::1]', /must name the network/],
    ['meta.lan=169.254.0.0/16', /must not name a link-local/],
    ['meta.lan=fe80::/10', /must not name a link-local/],
    ['meta.lan=0.0.0.0/0', /must not name a link-local/],
    ['meta.lan=::ffff:169.254.169.254', /must not name a link-local/],
  ])('cannot be %s', (text, problem) => {
    expect(() => relayHostsIn(text)).toThrow(problem)
  })

  it('never reach this machine or link, even in a network that includes everything', () => {
    const all = naming(relayHostsIn('x.lan=1.0.0.0/1,x.lan=128.0.0.0/1'), new URL('http://x.lan'))

    for (const address of ['169.254.169.254', '224.0.0.1', '255.255.255.255'])
      expect(mayLieAt(all, address)).toBe(false)
    expect(mayLieAt(all, '10.0.0.1')).toBe(true)
  })
})
