import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

public class Service {
    static final int MAX_BODY = 1024 * 1024;
    static final byte[] TOKEN = System.getenv("TOKEN").getBytes();
    static final ObjectMapper mapper = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    static final Map<Long, JsonNode> plants = new ConcurrentHashMap<>();

    static class HttpError extends Exception {
        final int status;

        HttpError(int status, String message) {
            super(message);
            this.status = status;
        }
    }

    static void authenticate(HttpExchange exchange) throws HttpError {
        var header = exchange.getRequestHeaders().getFirst("Authorization");
        var parts = header == null ? new String[0] : header.split(" ", 2);
        if (parts.length == 2 && parts[0].equalsIgnoreCase("Bearer") && MessageDigest.isEqual(parts[1].getBytes(), TOKEN))
            return;
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        throw new HttpError(401, "a valid bearer token is required");
    }

    static JsonNode readBody(HttpExchange exchange) throws HttpError, IOException {
        var type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type == null || !type.split(";")[0].strip().equalsIgnoreCase("application/json"))
            throw new HttpError(415, "the content type must be application/json");
        var bytes = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
        if (bytes.length > MAX_BODY) throw new HttpError(413, "the body is too large");
        try {
            return mapper.readTree(bytes);
        } catch (JsonProcessingException error) {
            throw new HttpError(400, error.getOriginalMessage());
        }
    }

    static JsonNode createPlant(HttpExchange exchange) throws HttpError, IOException {
        if (!exchange.getRequestURI().getPath().equals("/plants")) throw new HttpError(404, "no such path");
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Allow", "POST");
            throw new HttpError(405, "only POST is allowed");
        }
        var body = readBody(exchange);
        if (!body.isObject()) throw new HttpError(400, "the body must be an object");
        var id = body.path("id");
        if (!id.isIntegralNumber() || !id.canConvertToLong())
            throw new HttpError(400, "id must be an integer of 64 bits");
        var plant = mapper.createObjectNode();
        for (var name : new String[] {"name", "tag"}) {
            if (name.equals("tag") && !body.has("tag")) continue;
            if (!body.path(name).isTextual()) throw new HttpError(400, name + " must be a string");
            plant.set(name, body.get(name));
        }
        if (plants.putIfAbsent(id.longValue(), plant) != null)
            throw new HttpError(409, "the plant " + id + " exists already");
        return plant;
    }

    static void handle(HttpExchange exchange) throws IOException {
        int status = 200;
        JsonNode body;
        try {
            authenticate(exchange);
            body = createPlant(exchange);
        } catch (HttpError error) {
            status = error.status;
            body = mapper.createObjectNode().put("error", status).put("message", error.getMessage());
        }
        var bytes = mapper.writeValueAsBytes(body);
        var isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, isHead ? -1 : bytes.length);
        if (!isHead) exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    public static void main(String[] args) throws IOException {
        var port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", Service::handle);
        server.start();
        System.out.println("Listening on http://127.0.0.1:" + server.getAddress().getPort());
    }
}
