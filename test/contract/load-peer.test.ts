import { expect, test } from 'vitest'
import { loadPeer } from '../../src/contract/load-peer.ts'
import { readPackageVersion } from '../../src/contract/package-files.ts'

test('a peer that is missing is an error that says what to install', () => {
  const peer = { what: 'test', name: 'a peer', peer: 'some-peer' }
  expect(loadPeer(peer, (require) => require('node:path').posix.sep)).toBe('/')
  const cause = new Error('not found')
  const load = () =>
    loadPeer(peer, () => {
      throw cause
    })
  const message = 'Failed to test: a peer could not be loaded. Run npm install --save-dev some-peer.'
  expect(load).toThrow(expect.objectContaining({ message, cause }))
})

test('the version is that of the package', () => {
  expect(readPackageVersion()).toMatch(/^\d+\.\d+\.\d+/)
})
