<?php

declare(strict_types=1);

const MAX_BODY = 1024 * 1024;

final class HttpError extends Exception
{
}

function send(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
}

function authenticate(): void
{
    $found = preg_match('/^Bearer (.+)$/iD', $_SERVER['HTTP_AUTHORIZATION'] ?? '', $matches);
    if ($found && hash_equals($_SERVER['TOKEN'], $matches[1])) {
        return;
    }
    header('WWW-Authenticate: Bearer');
    throw new HttpError('a valid bearer token is required', 401);
}

function readPlant(): array
{
    [$type] = explode(';', $_SERVER['CONTENT_TYPE'] ?? '');
    if (strtolower(trim($type)) !== 'application/json') {
        throw new HttpError('the content type must be application/json', 415);
    }
    try {
        $body = json_decode(file_get_contents('php://input'), flags: JSON_THROW_ON_ERROR);
    } catch (JsonException) {
        throw new HttpError('the body is not JSON', 400);
    }
    if (!$body instanceof stdClass) {
        throw new HttpError('the body must be an object', 400);
    }
    // PHP reads integers beyond 64 bits as floats.
    if (!is_int($body->id ?? null)) {
        throw new HttpError('id must be an integer of 64 bits', 400);
    }
    if (!is_string($body->name ?? null)) {
        throw new HttpError('name must be a string', 400);
    }
    if (property_exists($body, 'tag') && !is_string($body->tag)) {
        throw new HttpError('tag must be a string', 400);
    }
    return (array) $body;
}

function createPlant(): array
{
    if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/plants') {
        throw new HttpError('no such path', 404);
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        header('Allow: POST');
        throw new HttpError('only POST is allowed', 405);
    }
    $sent = readPlant();
    $plant = array_intersect_key($sent, ['name' => true, 'tag' => true]);
    if (!apcu_add("plant-{$sent['id']}", $plant)) {
        throw new HttpError("the plant {$sent['id']} exists already", 409);
    }
    return $plant;
}

try {
    authenticate();
    send(200, createPlant());
} catch (HttpError $error) {
    send($error->getCode(), ['error' => $error->getCode(), 'message' => $error->getMessage()]);
} catch (Throwable) {
    send(500, ['error' => 500, 'message' => 'internal error']);
}
