import { describe, expect, it } from 'vitest'
import { isLocalNetwork, isLoopbackAddress, isLoopbackHost, networkOf, parseAddress, plainAddress, truncatedNetwork } from './network.ts'

describe('R10 network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s counts as %s', (ip, network) => expect(networkOf(ip)).toBe(network))
})

describe('networks in logs', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['::ffff:cb00:7107', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['', 'unknown'],
  ])('%s is logged as %s', (ip, network) => expect(truncatedNetwork(ip)).toBe(network))
})

describe('an address', () => {
  it.each(['300.1.1.1', '1', '0x7f000001', '127.1', 'nadie', '', '::ffff:300.1.1.1', '1.2.3.4/24'])('%s is no address', (text) => {
    expect(parseAddress(text)).toBeNull()
    expect(plainAddress(text)).toBe(text)
  })
  it.each(['::ffff:203.0.113.7', '::ffff:cb00:7107', '::FFFF:CB00:7107%eth0', '203.0.113.7'])('%s is its IPv4 address', (text) => {
    expect(plainAddress(text)).toBe('203.0.113.7')
  })
})

describe('networks that do not identify the caller', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '127.0.0.1', '169.254.1.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.127.255.255'],
    ...[
      '::',
      '::1',
      'fe80::1%eth0',
      'fd12:3456::1',
      '::ffff:10.0.0.1',
      '::ffff:a00:1',
      '0:0:0:0::/64',
      'fe80:0:0:0::/64',
      'fd12:0:0:0::/64',
    ],
  ])('%s', (network) => expect(isLocalNetwork(network)).toBe(true))
  it.each([
    ...['203.0.113.7', '172.15.0.1', '172.32.0.1', '100.63.0.1', '100.128.0.1', '192.167.1.1', '9.255.255.255', '::ffff:cb00:7107'],
    ...['2001:db8::1', '2800:e2:1:2::/64', 'unknown', ''],
  ])('but %s identifies one', (network) => expect(isLocalNetwork(network)).toBe(false))
})

it.each([
  ['127.0.0.1', true], ['127.8.9.1', true], ['::1', true], ['::ffff:127.0.0.1', true], ['::ffff:7f00:1', true],
  ['10.0.0.1', false], ['203.0.113.7', false], ['localhost', false],
])('%s is this machine: %s', (ip, isThis) => {
  expect(isLoopbackAddress(ip)).toBe(isThis)
}) // biome-ignore format: one table

it.each([
  ['localhost', true], ['127.0.0.1', true], ['[::1]', true], ['[::ffff:7f00:1]', true], ['0.0.0.0', true], ['[::]', true],
  ['localhost.example', false], ['127.0.0.1.example', false], ['10.0.0.1', false], ['rpc.example', false],
])('the host %s is this machine: %s', (host, isThis) => {
  expect(isLoopbackHost(host)).toBe(isThis)
}) // biome-ignore format: one table
