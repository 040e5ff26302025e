require_relative 'service'

run PlantStore
