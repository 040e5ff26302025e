import { expect, test } from 'vitest'
import { createGate, type Gate } from '../../src/http/gate.ts'

/** Sends tasks through a gate; `end` ends a running one, and `log` has the order. */
function createTasks(gate: Gate) {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const settle = () => new Promise(setImmediate)
  const task = (name: string) => async () => {
    log.push(name)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    return name
  }
  async function end(name: string): Promise<void> {
    ends.get(name)?.()
    await settle()
  }
  return { log, task, end, settle, pass: (name: string) => gate.pass(task(name)) }
}

test('as many tasks run as the size allows, the others in line, even after one that failed', async () => {
  const gate = createGate(2)
  const { log, pass, end, settle } = createTasks(gate)
  const failing = gate.pass(() => Promise.reject(new Error('no')))
  const passed = ['one', 'two', 'three', 'four'].map(pass)
  expect(log).toEqual(['one'])
  await expect(failing).rejects.toThrow('no')
  await settle()
  expect(log).toEqual(['one', 'two'])
  gate.size = 1
  await end('one')
  expect(log).toEqual(['one', 'two'])
  await end('two')
  expect(log).toEqual(['one', 'two', 'three'])
  gate.size = 2
  await end('three')
  await end('four')
  expect(await Promise.all(passed)).toEqual(['one', 'two', 'three', 'four'])
})

test('a closed gate runs its task when the others are done, and no other meanwhile', async () => {
  const gate = createGate(2)
  const { log, task, pass, end, settle } = createTasks(gate)
  const first = [pass('one'), pass('two')]
  const alone = gate.close(2 ** 30, task('alone'))
  const last = pass('last')
  await end('one')
  expect(log).toEqual(['one', 'two'])
  await end('two')
  expect(log).toEqual(['one', 'two', 'alone'])
  await settle()
  expect(log).toEqual(['one', 'two', 'alone'])
  await end('alone')
  expect(log).toEqual(['one', 'two', 'alone', 'last'])
  await end('last')
  expect(await Promise.all([...first, alone, last])).toEqual(['one', 'two', 'alone', 'last'])
})

test('a closed gate waits no longer than its patience, and not at all if nothing runs', async () => {
  const gate = createGate(1)
  const { pass, end } = createTasks(gate)
  expect(await gate.close(2 ** 30, async () => 'at once')).toBe('at once')
  const hanging = pass('hanging')
  const waiting = pass('waiting')
  expect(await gate.close(1, async () => 'late')).toBe('late')
  await expect(gate.close(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await end('hanging')
  await end('waiting')
  expect(await Promise.all([hanging, waiting])).toEqual(['hanging', 'waiting'])
})
