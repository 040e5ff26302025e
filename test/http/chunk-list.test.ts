import { expect, test } from 'vitest'
import { ChunkList } from '../../src/http/chunk-list.ts'

test.each([0, 1, 2, 1023, 1024, 1025, 5000])('%i chunks become one buffer', (count) => {
  const chunks = new ChunkList()
  for (let at = 0; at < count; at++) chunks.push(Buffer.from([at % 256, 7]))
  expect(chunks.size).toBe(2 * count)
  expect(chunks.toBuffer()).toEqual(
    Buffer.from(Array.from({ length: count }, (_, at) => [at % 256, 7]).flat()),
  )
})

test('chunks do not keep the memory alive that they are parts of, unless there is only one', () => {
  const chunks = new ChunkList()
  const read = Buffer.alloc(65_536)
  chunks.push(read.subarray(0, 1))
  expect(chunks.toBuffer().buffer).toBe(read.buffer)
  for (let at = 1; at < 1500; at++) chunks.push(read.subarray(at, at + 1))
  expect(chunks.toBuffer().buffer.byteLength).toBe(1500)
  chunks.clear()
  expect([chunks.size, chunks.toBuffer()]).toEqual([0, Buffer.alloc(0)])
})
