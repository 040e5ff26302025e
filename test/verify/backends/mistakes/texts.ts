import { correct, Refusal, toJsonAnswer } from '../parts.ts'
import { changeName, changeTag, changeTexts, type Mistake } from './mistake.ts'

const blocked = 'the request is blocked'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const unicodeMistakes: readonly Mistake[] = [
  {
    title: 'texts are normalized to NFC',
    backend: changeTexts((text) => text.normalize('NFC')),
  },
  {
    title: 'texts are normalized to NFD',
    backend: changeTexts((text) => text.normalize('NFD')),
  },
  {
    title: 'accents are removed',
    backend: changeTexts((text) => text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')),
  },
  {
    title: 'UTF-8 is read as Latin-1',
    backend: changeTexts((text) => Buffer.from(text).toString('latin1')),
  },
  {
    title: 'letters outside Latin-1 become question marks',
    backend: changeTexts((text) => text.replaceAll(/[^\0-\xff]/g, '?')),
  },
  {
    title: 'letters beyond the basic plane become question marks',
    backend: changeTag((tag) => tag.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    title: 'joiners are removed from texts',
    backend: changeTexts((text) => text.replaceAll('\u200d', '')),
  },
  {
    title: 'NUL is removed from tags',
    backend: changeTag((tag) => tag.replaceAll('\0', '')),
  },
  {
    title: 'names end at NUL',
    backend: changeName((name) => name.replace(/\0.*/s, '')),
  },
  {
    title: 'control characters are removed from names',
    backend: changeName((name) => name.replaceAll(/[^\P{Cc}\t\n\r]/gu, '')),
  },
  {
    title: 'the 200 is written in Latin-1',
    backend: {
      accept: (plant, parts, exchange) =>
        toJsonAnswer(200, Buffer.from(parts.stringify(parts.toBody(plant, exchange)), 'latin1')),
    },
  },
]

const whiteSpaceMistakes: readonly Mistake[] = [
  {
    title: 'names are trimmed',
    backend: changeName((name) => name.trim()),
  },
  { title: 'tags are trimmed', backend: changeTag((tag) => tag.trim()) },
  {
    title: 'white space at the end is cut off',
    backend: changeTexts((text) => text.trimEnd()),
  },
  {
    title: 'several spaces become one',
    backend: changeTexts((text) => text.replaceAll(/ {2,}/g, ' ')),
  },
  {
    title: 'line breaks become those of Unix',
    backend: changeTexts((text) => text.replaceAll('\r\n', '\n')),
  },
  {
    title: 'tabs become spaces',
    backend: changeTexts((text) => text.replaceAll('\t', '    ')),
  },
  {
    title: 'no-break spaces become spaces',
    backend: changeTexts((text) => text.replaceAll('\u00a0', ' ')),
  },
]

const markupMistakes: readonly Mistake[] = [
  {
    title: 'the addresses of people are hidden, as in logs',
    backend: changeTexts((text) => text.replaceAll(/[^\s@]{1,64}@[^\s@]{1,64}\.\w{2,}/g, '[FILTERED]')),
  },
  {
    title: 'a name is used as a replacement, so $1 vanishes',
    backend: changeName((name) => name.replaceAll(/\$\d/g, '')),
  },
  {
    title: 'names are escaped for HTML',
    backend: changeName((name) => name.replaceAll(/[&<>"]/g, (letter) => entities[letter] ?? '')),
  },
  {
    title: 'HTML entities are decoded',
    backend: changeTexts((text) =>
      Object.entries(entities).reduce(
        (changed, [letter, entity]) => changed.replaceAll(entity, letter),
        text,
      ),
    ),
  },
  {
    title: 'HTML tags are stripped',
    backend: changeTexts((text) => text.replaceAll(/<[^>]*>/g, '')),
  },
  {
    title: 'quotes get a backslash',
    backend: changeName((name) => name.replaceAll(/['"]/g, '\\$&')),
  },
  {
    title: 'single quotes are doubled',
    backend: changeTag((tag) => tag.replaceAll("'", "''")),
  },
  {
    title: 'backslashes are stripped',
    backend: changeTexts((text) => text.replaceAll('\\', '')),
  },
  {
    title: 'percent signs are decoded',
    backend: changeTexts((text) =>
      text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  },
]

const otherMistakes: readonly Mistake[] = [
  {
    title: 'a name that looks like a number comes back as a number',
    backend: changeName((name) =>
      name.trim() !== '' && Number.isFinite(Number(name)) ? Number(name) : name,
    ),
  },
  {
    title: 'a tag of digits loses its leading zeros',
    backend: changeTag((tag) => tag.replace(/^0+(?=\d+$)/, '')),
  },
  {
    title: 'a name of many digits is converted to a number and back',
    backend: changeName((name) => (/^\d{16,}$/.test(name) ? String(Number(name)) : name)),
  },
  {
    title: 'the tag null is read as no tag',
    backend: changeTag((tag) => (tag === 'null' ? undefined : tag)),
  },
  {
    title: 'a name that is a date becomes a timestamp',
    backend: changeName((name) => (/^\d{4}-\d{2}-\d{2}$/.test(name) ? new Date(name).toISOString() : name)),
  },
  {
    title: 'names are cut to 255 characters',
    backend: changeName((name) => name.slice(0, 255)),
  },
  {
    title: 'tags are cut to 64 characters',
    backend: changeTag((tag) => tag.slice(0, 64)),
  },
  {
    title: 'names are cut to 1,000 bytes',
    backend: changeName((name) => Buffer.from(name).subarray(0, 1000).toString()),
  },
  {
    title: 'a tag that is equal to the name is dropped',
    backend: { toBody: ({ name, tag }) => ({ name, tag: tag === name ? undefined : tag }) },
  },
  {
    title: 'the name null counts as none',
    backend: {
      toPlant(value, ...rest) {
        const plant = correct.toPlant(value, ...rest)
        if (plant.name === 'null') throw new Refusal('body', 'name is missing')
        return plant
      },
    },
  },
  {
    title: 'a firewall refuses texts that look like attacks, with an HTML page',
    backend: {
      toPlant(value, ...rest) {
        const plant = correct.toPlant(value, ...rest)
        const text = `${plant.name}\n${plant.tag}`
        if (/<script|\b(drop|union) |'.*\bor\b|\.\.\/|\$\{jndi/i.test(text))
          throw new Refusal('body', blocked)
        return plant
      },
      refuse: (refusal, ...rest) =>
        refusal.message === blocked
          ? { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<h1>Request blocked</h1>' }
          : correct.refuse(refusal, ...rest),
    },
  },
  {
    title: 'an empty tag is dropped',
    backend: changeTag((tag) => tag || undefined),
  },
  {
    title: 'an empty name becomes another name',
    backend: changeName((name) => name || 'unnamed'),
  },
  {
    title: 'an empty tag comes back as null',
    backend: changeTag((tag) => tag || null),
  },
]

/** Backends that change texts. */
export const textMistakes: readonly Mistake[] = [
  ...unicodeMistakes,
  ...whiteSpaceMistakes,
  ...markupMistakes,
  ...otherMistakes,
]
