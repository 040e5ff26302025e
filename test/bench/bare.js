// The baseline for the fake: the same work, written by hand.
import { listenBare } from './bare-server.js'

const plants = new Map()

listenBare((plant, _text, _request, send) => {
  if (plants.has(plant.id)) return send(409, { error: 6, message: 'already stored' })
  plants.set(plant.id, plant)
  return send(200, { name: plant.name, tag: plant.tag })
})
