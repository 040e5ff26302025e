import hmac
import os

from flask import Flask, jsonify, request
from werkzeug.exceptions import HTTPException, abort

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 1024 * 1024

TOKEN = os.environ["TOKEN"]
plants = {}


@app.errorhandler(HTTPException)
def handle_error(error):
    response = error.get_response()
    response.data = app.json.dumps({"error": error.code, "message": error.description})
    response.content_type = "application/json"
    return response


@app.before_request
def authenticate():
    scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not hmac.compare_digest(credentials.encode(), TOKEN.encode()):
        response = jsonify(error=401, message="a valid bearer token is required")
        return response, 401, {"WWW-Authenticate": "Bearer"}


def is_int64(value):
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63


@app.post("/plants")
def create_plant():
    body = request.get_json()
    if not isinstance(body, dict):
        abort(400, "the body must be an object")
    if not is_int64(body.get("id")):
        abort(400, "id must be an integer of 64 bits")
    if not isinstance(body.get("name"), str):
        abort(400, "name must be a string")
    if "tag" in body and not isinstance(body["tag"], str):
        abort(400, "tag must be a string")
    if body["id"] in plants:
        abort(409, f"the plant {body['id']} exists already")
    plant = {key: body[key] for key in ("name", "tag") if key in body}
    plants[body["id"]] = plant
    return plant
