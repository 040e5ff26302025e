import hmac
import json
import os

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import path
from django.views import View

settings.configure(
    ALLOWED_HOSTS=["*"],
    APPEND_SLASH=False,
    DATA_UPLOAD_MAX_MEMORY_SIZE=1024 * 1024,
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    ROOT_URLCONF=__name__,
    SECRET_KEY=os.environ["TOKEN"],
)

plants = {}


def error(status, message, headers=None):
    return JsonResponse({"error": status, "message": message}, status=status, headers=headers)


def find_problem(body):
    if not isinstance(body, dict):
        return "the body must be an object"
    if type(body.get("id")) is not int or not -(2**63) <= body["id"] < 2**63:
        return "id must be an integer of 64 bits"
    if not isinstance(body.get("name"), str):
        return "name must be a string"
    if "tag" in body and not isinstance(body["tag"], str):
        return "tag must be a string"
    return None


class PlantsView(View):
    http_method_names = ["post", "options"]

    def dispatch(self, request, *args, **kwargs):
        scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
        valid = hmac.compare_digest(credentials.encode(), os.environ["TOKEN"].encode())
        if scheme.lower() != "bearer" or not valid:
            return error(401, "a valid bearer token is required", {"WWW-Authenticate": "Bearer"})
        return super().dispatch(request, *args, **kwargs)

    def http_method_not_allowed(self, request, *args, **kwargs):
        return error(405, "only POST is allowed", {"Allow": "POST"})

    def post(self, request):
        if request.content_type.lower() != "application/json":
            return error(415, "the content type must be application/json")
        try:
            body = json.loads(request.body)
        except RequestDataTooBig:
            return error(413, "the body is too large")
        except ValueError:
            return error(400, "the body is not JSON")
        problem = find_problem(body)
        if problem:
            return error(400, problem)
        if body["id"] in plants:
            return error(409, f"the plant {body['id']} exists already")
        plant = {key: body[key] for key in ("name", "tag") if key in body}
        plants[body["id"]] = plant
        return JsonResponse(plant)


urlpatterns = [path("plants", PlantsView.as_view())]
handler400 = lambda request, exception: error(400, "the request is invalid")
handler404 = lambda request, exception: error(404, "no such path")
handler500 = lambda request: error(500, "internal error")

application = get_wsgi_application()
