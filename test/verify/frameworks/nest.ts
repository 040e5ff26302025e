import 'reflect-metadata'
import {
  type ArgumentsHost,
  BadRequestException,
  Body,
  type CanActivate,
  Catch,
  ConflictException,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  HttpCode,
  HttpException,
  Injectable,
  Module,
  type PipeTransform,
  Post,
  UnauthorizedException,
  UnsupportedMediaTypeException,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import type { Request, Response } from 'express'
import { parse, parseNumberAndBigInt } from 'lossless-json'

interface Plant {
  name: string
  tag?: string
}

interface NewPlant extends Plant {
  id: bigint
}

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp()
    const [, credentials] = /^Bearer (.+)$/i.exec(http.getRequest<Request>().get('Authorization') ?? '') ?? []
    if (credentials === process.env['TOKEN']) return true
    http.getResponse<Response>().set('WWW-Authenticate', 'Bearer')
    throw new UnauthorizedException('a valid bearer token is required')
  }
}

/** Validates the text of a body; Nest's own parser would round ids beyond 2^53. */
@Injectable()
class NewPlantPipe implements PipeTransform<unknown, NewPlant> {
  transform(text: unknown): NewPlant {
    if (typeof text !== 'string')
      throw new UnsupportedMediaTypeException('the content type must be application/json')
    const body = this.parse(text)
    if (typeof body !== 'object' || body === null) throw new BadRequestException('the body must be an object')
    const { id, name, tag } = body as Record<string, unknown>
    if (typeof id !== 'bigint' || BigInt.asIntN(64, id) !== id)
      throw new BadRequestException('id must be an integer of 64 bits')
    if (typeof name !== 'string') throw new BadRequestException('name must be a string')
    if (tag !== undefined && typeof tag !== 'string') throw new BadRequestException('tag must be a string')
    return { id, name, ...(tag !== undefined && { tag }) }
  }

  private parse(text: string): unknown {
    try {
      return parse(text, undefined, parseNumberAndBigInt)
    } catch {
      throw new BadRequestException('the body is not JSON')
    }
  }
}

@Controller('plants')
@UseGuards(TokenGuard)
class PlantsController {
  private readonly plants = new Map<bigint, Plant>()

  @Post()
  @HttpCode(200)
  create(@Body(NewPlantPipe) { id, ...plant }: NewPlant): Plant {
    if (this.plants.has(id)) throw new ConflictException(`the plant ${id} exists already`)
    this.plants.set(id, plant)
    return plant
  }
}

@Catch()
class ErrorFilter implements ExceptionFilter {
  catch(exception: unknown, host: ArgumentsHost): void {
    const { statusCode = 500, message } = exception as Error & { statusCode?: number }
    const status = exception instanceof HttpException ? exception.getStatus() : statusCode
    host
      .switchToHttp()
      .getResponse<Response>()
      .status(status)
      .json({ error: status, message: status < 500 ? message : 'internal error' })
  }
}

@Module({ controllers: [PlantsController] })
class AppModule {}

const app = await NestFactory.create<NestExpressApplication>(AppModule, { bodyParser: false, logger: false })
app.useBodyParser('text', { type: 'application/json', limit: '1mb' })
app.useGlobalFilters(new ErrorFilter())
await app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1')
console.log(`Listening on ${await app.getUrl()}`)
