import { chunked } from './ask.ts'
import { createPlainPlant } from './plain-plant.ts'
import { change, create, draw, leaveOpen, plain, type Row } from './probe.ts'

/** The status by which a service may ask for a Content-Length (RFC 9112 section 6.3). */
const lengthRequired = 411

export const chunks = create(
  'accepts-chunked-body',
  [1000, 20, 1].map((pieceSize) => [
    `a body in chunks of up to ${pieceSize} bytes`,
    plain({ headers: chunked, pieceSize }),
  ]),
  { legalStatus: lengthRequired },
)

const tooLarge = 413

/** Bodies that fill the buffers of common sizes, nearly fill them, or need one byte more. */
export const bufferSizes = draw(
  5,
  create(
    'accepts-any-json-form',
    [1024, 4096, 8192, 16_384, 32_768, 65_536].flatMap((size) =>
      [size - 1, size, size + 1].map(
        (length): Row => [
          `a body of ${length} bytes`,
          change((body) => body + ' '.repeat(Math.max(0, length - Buffer.byteLength(body)))),
        ],
      ),
    ),
    { legalStatus: tooLarge },
  ),
)

/** A large body; a service may close the connection. */
export const largeBody = leaveOpen('large-body', [
  [
    'a body of 1,100,000 letters',
    (source) => ({
      plant: { ...createPlainPlant(source, { hasTag: false }), name: 'F'.repeat(1_100_000) },
    }),
    { isForHttpLayer: true, textRule: 'text-keeps-length' },
  ],
])
